import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { EmailField } from '#site/islands/field.tsx'
import styles from '#site/islands/forms.module.css'
import type { Page, PageContext } from '#site/page.ts'
import { FinePrint } from '#site/parts/fine-print.tsx'
import { Notice, noticePage } from '#site/parts/notice.tsx'

const invalidAddress = 'Please enter a valid email address'

export const myDataPage: Page = {
  path: routes.myData,
  title: 'My data',
  description: 'See, download, correct or erase what this website holds about your e-mail address.',
  unlisted: true,
  isBehindMailLink: true,
  render: (context) => (
    <Notice title="My data">
      <p>
        Enter your e-mail address. If we hold anything about it, we send it a link to a page where
        you can see, download, correct and erase it. The link works for {lifetimes.dataLinkMinutes}{' '}
        minutes.
      </p>
      <AddressForm context={context} />
    </Notice>
  ),
}

export function myDataInvalidPage(given: string): Page {
  return {
    path: routes.myData,
    title: invalidAddress,
    description: 'The e-mail address needs a correction.',
    unlisted: true,
    render: (context) => (
      <Notice title="My data">
        <AddressForm context={context} given={given} error={invalidAddress} />
      </Notice>
    ),
  }
}

/** The same whether or not anything is held: nobody learns here who writes to us. */
export const dataLinkSentPage = noticePage({
  path: routes.myData,
  title: 'Look into your mail',
  heading: 'Look into your mail.',
  description: 'A link is on its way, if we hold anything.',
  body: (
    <p>
      If we hold anything about that address, a link to it is on its way. If no mail comes, there is
      nothing to show, or you have asked {lifetimes.dataLinksPerDay} times today already.
    </p>
  ),
})

function AddressForm(props: { context: PageContext; given?: string; error?: string }) {
  const { context, given, error } = props
  return (
    <form className={styles.contact} method="post" action={`${context.apiUrl}${routes.myData}`}>
      <EmailField
        id="my-data-email"
        placeholder="Your Email"
        required
        defaultValue={given}
        error={error}
      />
      <FinePrint>
        We use the address to send you the link: see our <a href={routes.privacy}>Privacy Policy</a>
      </FinePrint>
      <button className={styles.button} type="submit">
        Send me the link
      </button>
    </form>
  )
}
