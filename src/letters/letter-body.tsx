import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import { ButtonLink } from '#site/parts/post-form.tsx'
import { letterHtml } from './letter-markdown.tsx'
import type { PublicLetter } from './public-letters.ts'

/**
 * The HTML of a public letter below its title, with its pictures as files of this site.
 * @param publicUrl for a feed, which is read elsewhere and without our styles
 */
export function letterBody(
  { name, texts, pictures }: PublicLetter,
  language: Language,
  publicUrl?: string,
): string {
  const Button = publicUrl === undefined ? ButtonLink : 'a'
  return letterHtml(texts[language]!.markdown, pictures, {
    button: (href, label) => (
      <p>
        <Button href={href}>{label}</Button>
      </p>
    ),
    picture: ({ file, width, height }, alt) => (
      <img
        src={`${publicUrl ?? ''}${picturePath(name, file)}`}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
      />
    ),
    attributes: {},
  })
}

export function picturePath(letter: string, file: string): string {
  return `${routes.letters}/${letter}/${file}`
}
