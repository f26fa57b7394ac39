import { site } from '#content/content.ts'
import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { Field, emailField } from '#site/islands/field.tsx'
import type { PageContext } from '#site/page.ts'
import { NextStep, noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

const invalidAddress = 'Please enter a valid email address'

export const myDataPage = noticePage({
  path: routes.myData,
  title: 'My data',
  isBehindMailLink: true,
  body: (context) => (
    <>
      <p>
        Enter your e-mail address. If we hold anything about it, we send it a link to a page where
        you can see, download, correct and erase it. The link works for {lifetimes.dataLinkMinutes}{' '}
        minutes.
      </p>
      <AddressForm context={context} />
    </>
  ),
  next: null,
})

export const myDataInvalidPage = (given: string) =>
  noticePage({
    title: invalidAddress,
    heading: 'My data',
    body: (context) => <AddressForm context={context} given={given} error={invalidAddress} />,
    next: null,
  })

/** The same whether or not anything is held: nobody learns here who writes to us. */
export const dataLinkSentPage = noticePage({
  title: 'Look into your mail.',
  body: (
    <p>
      If we hold anything about that address, a link to it is on its way. If no mail comes, there is
      nothing to show, or you have asked {lifetimes.dataLinksPerDay} times today already. If your
      mail server has refused our mail before, write to{' '}
      <a href={`mailto:${site.email}`}>{site.email}</a>.
    </p>
  ),
})

/** A second press of the button, or a link whose record has ended. */
export const nothingLeftPage = noticePage({
  title: 'This link erases nothing any more.',
  body: (
    <p>
      If you pressed the button before, all was erased then. If you have signed up or written to us
      since, ask for a new link at <a href={routes.myData}>My data</a>.
    </p>
  ),
})

export const erasePage = noticePage({
  title: 'Erase everything?',
  body: (
    <p>
      This deletes all that the database of this website holds about your address. Nobody can bring
      it back by a link.
    </p>
  ),
  next: <PostForm label="Erase everything for good" />,
})

export const dataErasedPage = noticePage({
  title: 'Erased.',
  body: (
    <>
      <p>
        The database of this website holds nothing about your address any more, but for a keyed
        hash, for {lifetimes.erasureHashDays} days, with which the erasure is repeated should a
        backup be restored. Backups are gone after that time.
      </p>
      <p>If you wrote to us, we have been asked to delete your messages from our mailbox too.</p>
    </>
  ),
})

/** Also after a second press, when nothing is left to correct: its answer is the one that is seen. */
export const correctedPage = (dataPath: string, hasChanged: boolean) =>
  noticePage({
    title: hasChanged ? 'Corrected.' : 'Nothing is left to correct.',
    next: <NextStep href={dataPath}>Back to your data</NextStep>,
    body: (
      <>
        {!hasChanged && <p>This changed nothing. The rest is about an earlier press, if any.</p>}
        <p>
          If you gave a new address for the newsletter, we have sent a confirmation link to it. The
          newsletter goes there once you have confirmed, and no longer to the old address.
        </p>
        <p>If you wrote to us, we have been asked to mind it in our mailbox too.</p>
      </>
    ),
  })

function AddressForm(props: { context: PageContext; given?: string; error?: string }) {
  const { context, given, error } = props
  return (
    <PostForm label="Send me the link" action={`${context.apiUrl}${routes.myData}`}>
      <Field
        {...emailField}
        id="my-data-email"
        placeholder="Your Email"
        required
        defaultValue={given}
        error={error}
      />
      <FinePrint>
        We use the address to send you the link: see our <a href={routes.privacy}>Privacy Policy</a>
      </FinePrint>
    </PostForm>
  )
}
