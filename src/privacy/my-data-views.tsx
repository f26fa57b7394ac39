import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Language } from '#language.ts'
import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { Field } from '#site/islands/field.tsx'
import { emailField } from '#submission-fields.ts'
import type { PageContext } from '#site/page.ts'
import { NextStep, noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

const invalidAddress = 'Please enter a valid email address'

export const myDataPage = (language: Language) =>
  noticePage(language, {
    route: routes.myData,
    title: 'My data',
    isBehindMailLink: true,
    body: (context) => (
      <>
        <p>
          Enter your email address. If we hold any data about you, we'll email you a link to see,
          download or erase it. The link works for {periodWords(language, 'dataLinkMinutes')}.
        </p>
        <AddressForm context={context} />
      </>
    ),
    next: null,
  })

export const myDataInvalidPage = (given: string) =>
  noticePage('en', {
    title: invalidAddress,
    heading: 'My data',
    body: (context) => <AddressForm context={context} given={given} error={invalidAddress} />,
    next: null,
  })

/** The same whether or not anything is held, so that nobody can find out who has written to us. */
export const dataLinkSentPage = noticePage('en', {
  title: 'Check your inbox',
  body: (
    <>
      <p>If we hold any data about this address, we'll email you a link.</p>
      <p>
        Nothing after a few minutes? Check your spam folder. We may hold nothing, or this address
        has had its {lifetimes.unconfirmedMailsPerDay} emails for today. Still stuck? Write to{' '}
        <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </>
  ),
})

/** After a second press of the button, or if the record of the link has expired. */
export const nothingLeftPage = noticePage('en', {
  title: 'Nothing left to erase',
  body: (
    <p>
      If you've already pressed the button, your data is gone. If you've signed up or written to us
      since, ask for a new link at <a href={routes.myData}>My data</a>.
    </p>
  ),
})

/** @param dataPath the page that it was opened from */
export const erasePage = (dataPath: string) =>
  noticePage('en', {
    title: 'Erase your data?',
    body: (
      <>
        <p>
          This permanently deletes everything this website holds about you, and ends any
          subscription. If you wrote to us, we'll delete your messages from our mailbox too. You
          can't undo it.
        </p>
        <PostForm label="Yes, erase my data" tone="danger" />
      </>
    ),
    next: <NextStep href={dataPath}>Keep my data</NextStep>,
  })

export const dataErasedPage = noticePage('en', {
  title: 'Your data has been erased',
  body: (
    <>
      <p>
        We keep only a coded fingerprint of your address for {periodWords('en', 'erasureHashDays')},
        so that we can erase it again if we restore a backup. Older backups are deleted by then.
      </p>
      <p>If you wrote to us, we'll delete your messages from our mailbox too.</p>
    </>
  ),
})

function AddressForm(props: { context: PageContext; given?: string; error?: string }) {
  const { context, given, error } = props
  return (
    <PostForm label="Send me the link" action={`${context.apiUrl}${routes.myData}`}>
      <Field {...emailField} language="en" id="my-data-email" defaultValue={given} error={error} />
      <FinePrint>
        We use your address only to send the link. See our{' '}
        <a href={routes.privacy}>Privacy Policy</a>.
      </FinePrint>
    </PostForm>
  )
}
