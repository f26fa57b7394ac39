import type { ComponentType, ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { IslandName, PageContext } from '../page.ts'
import { ContactForm } from '../islands/contact-form.tsx'
import type { IslandProps } from '../islands/mount-island.tsx'
import { NewsletterForm } from '../islands/newsletter-form.tsx'
import { signupHint } from '../signup-hint.ts'
import { ConsentLine, SeePolicy, ShownTexts } from '../consent-texts.tsx'

const words = {
  en: {
    notice: 'We use what you send to reply to you and to learn what to build, never for marketing.',
  },
  it: {
    notice:
      'Usiamo ciò che ci scrivi per risponderti e per capire che cosa serve davvero, mai per farti pubblicità.',
  },
} satisfies Words

interface Props {
  language: Language
  context: PageContext
}

export function NewsletterIsland({
  launched,
  startsInvalid,
  ...page
}: Props & { launched: Launched; startsInvalid?: boolean }) {
  const { language } = page
  const props = {
    ...commonProps(page),
    button: pitchTexts(language, launched).newsletter.button,
    hint: signupHint(language),
    ...(startsInvalid && { startsInvalid }),
  }
  const finePrint = (
    <>
      <ConsentLine language={language} launched={launched} />
      <ShownTexts language={language} launched={launched} step="signup" />
    </>
  )
  return <Island name="newsletter" Form={NewsletterForm} {...{ props, finePrint, ...page }} />
}

export function ContactIsland(page: Props) {
  const { language } = page
  const finePrint = (
    <>
      {words[language].notice} <SeePolicy language={language} />
    </>
  )
  const props = commonProps(page)
  return <Island name="contact" Form={ContactForm} {...{ props, finePrint, ...page }} />
}

function commonProps({ language, context }: Props): IslandProps {
  return {
    language,
    action: `${context.apiUrl}${localPath(language, routes.intake)}`,
    showFailureNotice: site.showFailureNotice,
  }
}

interface FormOf<FormProps> {
  name: IslandName
  Form: ComponentType<FormProps>
  props: FormProps
  finePrint: ReactElement
  context: PageContext
}

/** A form in a page: plain HTML until the loader hydrates it. */
function Island<FormProps extends IslandProps>(island: FormOf<FormProps>) {
  const { name, Form, props, finePrint, context } = island
  return (
    <>
      {/* Outside of the hydrated markup: the loader writes here first. With role="status" its emptiness is read. */}
      <p className="visually-hidden" aria-live="polite" />
      <div
        data-island={context.islandModules[name].join(' ')}
        data-props={JSON.stringify(props)}
        data-own-validation={name === 'newsletter' ? '' : undefined}
        // Rendered separately: hydration needs the text markers that static markup leaves out.
        dangerouslySetInnerHTML={{
          __html: renderToString(
            <Form {...props} finePrintHtml={renderToStaticMarkup(finePrint)} />,
          ),
        }}
      />
    </>
  )
}
