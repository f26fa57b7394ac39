import { LetterLayout } from '#mail/letters/letter-layout.tsx'
import { renderLetter, type Letter } from '#mail/letters/letter.ts'
import { MarkdownHtml } from './markdown-html.tsx'
import { markdownText } from './markdown-text.ts'
import { markdownTokens, type Token } from './markdown-tokens.ts'

/** Stands where each recipient's own link goes: the letter is rendered once, not a hundred thousand times. */
const linkPlace = 'https://unsubscribe.invalid/'

export interface LaunchLetter {
  subject: string
  /** The letter as one person gets it. */
  addressedTo(unsubscribeUrl: string): Letter
}

/** The owner's Markdown as a letter like the others. A heading at its very top becomes the title. */
export function launchLetter(subject: string, body: string): LaunchLetter {
  const tokens = markdownTokens(body).filter((token) => token.type !== 'space')
  const [first] = tokens
  const hasTitle = first?.type === 'heading' && first['depth'] === 1
  const title = hasTitle ? textOf([first]).split('\n')[0]! : subject
  const rest = hasTitle ? tokens.slice(1) : tokens
  const paragraphs = markdownText(rest)
  const letter = renderLetter({
    subject,
    html: (
      <LetterLayout
        title={title}
        preview={(paragraphs[0] ?? '').replace(/\s+/g, ' ').slice(0, 120)}
        unsubscribeUrl={linkPlace}
      >
        <MarkdownHtml tokens={rest} />
      </LetterLayout>
    ),
    text: [title, ...paragraphs],
    unsubscribeUrl: linkPlace,
  })
  return {
    subject,
    addressedTo: (unsubscribeUrl) => ({
      subject,
      html: letter.html.replaceAll(linkPlace, () => unsubscribeUrl),
      text: letter.text.replaceAll(linkPlace, () => unsubscribeUrl),
    }),
  }
}

function textOf(tokens: Token[]): string {
  return markdownText(tokens).join('\n')
}
