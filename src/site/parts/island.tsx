import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { IslandName, PageContext } from '../page.ts'
import { ContactForm } from '../islands/contact-form.tsx'
import type { IslandProps } from '../islands/mount-island.tsx'
import { NewsletterForm } from '../islands/newsletter-form.tsx'
import { ConsentLine, SeePolicy } from './consent-line.tsx'

const words = {
  en: { notice: 'We use your details only to reply to you.' },
  it: { notice: 'Usiamo questi dati solo per rispondere.' },
} satisfies Words

function ContactNotice({ language }: { language: Language }) {
  return (
    <>
      {words[language].notice} <SeePolicy language={language} />
    </>
  )
}

const forms = {
  newsletter: { Form: NewsletterForm, FinePrint: ConsentLine },
  contact: { Form: ContactForm, FinePrint: ContactNotice },
}

interface Props {
  name: IslandName
  language: Language
  context: PageContext
  startsInvalid?: boolean
}

/** A form in a page: plain HTML until the loader hydrates it. */
export function Island({ name, language, context, startsInvalid }: Props) {
  const { Form, FinePrint } = forms[name]
  const props: IslandProps = {
    language,
    action: `${context.apiUrl}${localPath(language, routes.intake)}`,
    showFailureNotice: site.showFailureNotice,
    ...(startsInvalid && { startsInvalid }),
  }
  return (
    <>
      {/* Outside of the hydrated markup: the loader writes here first. */}
      <p className="visually-hidden" role="status" />
      <div
        data-island={context.islandModules[name].join(' ')}
        data-props={JSON.stringify(props)}
        data-own-validation={name === 'newsletter' ? '' : undefined}
        // Rendered separately: hydration needs the text markers that static markup leaves out.
        dangerouslySetInnerHTML={{
          __html: renderToString(
            <Form
              {...props}
              finePrintHtml={renderToStaticMarkup(<FinePrint language={language} />)}
            />,
          ),
        }}
      />
    </>
  )
}
