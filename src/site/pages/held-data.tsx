import type { HeldData } from '#privacy/held-data.ts'
import { routes } from '#routes.ts'
import { EmailField, NameField } from '../islands/field.tsx'
import forms from '../islands/forms.module.css'
import type { Page } from '../page.ts'
import styles from './held-data.module.css'
import { HeldList, time } from './held-list.tsx'
import { Notice, WayOn } from './notice.tsx'
import { OneButton } from './one-button.tsx'

/**
 * All that is held about one address, and what its owner can do about it.
 * @param path the page's own
 * @param wrong the fields of a correction that cannot be taken
 */
export function heldDataPage(
  held: HeldData,
  path: string,
  wrong: ReadonlySet<unknown> = new Set(),
): Page {
  return {
    path: routes.myData,
    title: wrong.size > 0 ? 'Please check your correction' : 'Your data',
    description: 'What this website holds about your address.',
    unlisted: true,
    render: () => (
      <Notice title="Your data">
        <p>This is all that we hold about {held.email}.</p>
        <WayOn href={`${path}/download`}>Download it as a JSON file</WayOn>
        <HeldList held={held} />
        <CorrectionForm held={held} path={path} wrong={wrong} />
        <Objection held={held} path={path} />
        <section className={styles.held} aria-labelledby="erase-title">
          <h2 id="erase-title">Erase</h2>
          <p>Everything above is deleted for good, and a running subscription ends.</p>
          <WayOn href={`${path}/erase`}>Erase everything</WayOn>
        </section>
      </Notice>
    ),
  }
}

function CorrectionForm(props: { held: HeldData; path: string; wrong: ReadonlySet<unknown> }) {
  const { held, path, wrong } = props
  if (!held.signup && held.messages.length === 0) return null
  return (
    <section className={styles.held} aria-labelledby="correct-title">
      <h2 id="correct-title">Correct</h2>
      <form className={forms.contact} method="post" action={`${path}/correct`}>
        {held.messages.length > 0 && (
          <NameField
            id="correct-name"
            defaultValue={held.messages.at(-1)?.name}
            {...(wrong.has('name') ? { error: 'Please enter at most 200 characters' } : {})}
          />
        )}
        <EmailField
          id="correct-email"
          defaultValue={held.signup?.email ?? held.messages.at(-1)?.email}
          {...(wrong.has('email') ? { error: 'Please enter a valid email address' } : {})}
        />
        <button className={forms.button} type="submit">
          Correct
        </button>
      </form>
    </section>
  )
}

function Objection({ held, path }: { held: HeldData; path: string }) {
  const objected = held.objectedAt !== null
  return (
    <section className={styles.held} aria-labelledby="object-title">
      <h2 id="object-title">Object</h2>
      <p>
        {objected
          ? `You objected on ${time(held.objectedAt)}. We keep what stands above and do nothing else with it: no e-mail reaches you, and a signup for this address is not followed up.`
          : 'If you object, your subscription ends, no e-mail from us reaches you any more, and a signup for this address is not followed up, until you say otherwise on this page.'}
      </p>
      <OneButton
        label={objected ? 'Allow e-mail again' : 'Object'}
        action={`${path}/${objected ? 'allow' : 'object'}`}
      />
    </section>
  )
}
