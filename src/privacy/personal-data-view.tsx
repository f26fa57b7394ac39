import type { PersonalData } from './personal-data.ts'
import { routes } from '#routes.ts'
import { EmailField, NameField } from '#site/islands/field.tsx'
import forms from '#site/islands/forms.module.css'
import type { Page } from '#site/page.ts'
import styles from './personal-data.module.css'
import { PersonalDataList, time } from './personal-data-list.tsx'
import { Notice, NextStep } from '#site/parts/notice.tsx'
import { PostButton } from '#site/parts/post-button.tsx'

/** A correction that cannot be taken: what was entered, and what is wrong with it. */
interface RefusedCorrection {
  given: Record<string, string>
  errors: Record<string, string>
}

/**
 * All that is held about one address, and what its owner can do about it.
 * @param path the page's own
 */
export function personalDataPage(
  held: PersonalData,
  path: string,
  refused?: RefusedCorrection,
): Page {
  return {
    path: routes.myData,
    title: refused ? 'Please check your correction' : 'Your data',
    description: 'What this website holds about your address.',
    unlisted: true,
    isBehindMailLink: true,
    render: () => (
      <Notice title="Your data">
        <p>This is all that we hold about {held.email}.</p>
        <NextStep href={`${path}/download`}>Download it as a JSON file</NextStep>
        <PersonalDataList held={held} />
        <CorrectionForm held={held} path={path} refused={refused} />
        <Objection held={held} path={path} />
        <section className={styles.held} aria-labelledby="erase-title">
          <h2 id="erase-title">Erase</h2>
          <p>Everything above is deleted for good, and a running subscription ends.</p>
          <NextStep href={`${path}/erase`}>Erase everything</NextStep>
        </section>
      </Notice>
    ),
  }
}

function CorrectionForm(props: {
  held: PersonalData
  path: string
  refused: RefusedCorrection | undefined
}) {
  const { held, path, refused } = props
  if (!held.signup && held.messages.length === 0) return null
  const { given, errors } = refused ?? { given: {}, errors: {} }
  const last = held.messages.at(-1)
  return (
    <section className={styles.held} aria-labelledby="correct-title">
      <h2 id="correct-title">Correct</h2>
      <form className={forms.contact} method="post" action={`${path}/correct`}>
        {last && (
          <NameField
            id="correct-name"
            defaultValue={given['name'] ?? last.name}
            error={errors['name']}
          />
        )}
        <EmailField
          id="correct-email"
          defaultValue={given['email'] ?? held.signup?.email ?? last?.email}
          error={errors['email']}
        />
        <button className={forms.button} type="submit">
          Correct
        </button>
      </form>
    </section>
  )
}

function Objection({ held, path }: { held: PersonalData; path: string }) {
  const objected = held.objectedAt !== null
  return (
    <section className={styles.held} aria-labelledby="object-title">
      <h2 id="object-title">Object</h2>
      <p>
        {objected
          ? `You objected on ${time(held.objectedAt)}. We keep what stands above and do nothing else with it: no e-mail reaches you, and a signup for this address is not followed up.`
          : 'If you object, your subscription ends, no e-mail from us reaches you any more, and a signup for this address is not followed up, until you say otherwise on this page.'}
      </p>
      <PostButton
        label={objected ? 'Allow e-mail again' : 'Object'}
        action={`${path}/${objected ? 'allow' : 'object'}`}
      />
    </section>
  )
}
