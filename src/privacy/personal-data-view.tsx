import { periodWords } from '#content/periods.ts'
import { longTime } from '#long-time.ts'
import { routes } from '#routes.ts'
import { Field, emailField, nameField } from '#site/islands/field.tsx'
import type { Page } from '#site/page.ts'
import type { Entry, PersonalData } from './collect-personal-data.ts'
import { Part, PersonalDataList } from './personal-data-list.tsx'
import { ConsentLine } from '#site/parts/consent-line.tsx'
import { NextStep, noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

interface Shown {
  held: PersonalData
  /** The page's own. */
  path: string
  /** A correction that cannot be taken: what was entered, and what is wrong with it. */
  refused?: Record<'given' | 'errors', Record<string, string>> | undefined
}

/** All that is held about one address, and what its owner can do about it. */
export function personalDataPage({ held, path, refused }: Shown): Page {
  return noticePage({
    title: refused ? 'Please check your correction' : 'Your data',
    heading: 'Your data',
    body: (
      <>
        <p>
          This is all that the database of this website holds about {held.email}. A contact message
          also lies in our mailbox, and a backup may hold what was here in the last{' '}
          {periodWords('erasureHashDays')}. All your rights, and where to complain, are in our{' '}
          <a href={routes.privacy}>Privacy Policy</a>.
        </p>
        <NextStep href={`${path}/download`}>Download it as a JSON file</NextStep>
        <PersonalDataList held={held} />
        <CorrectionForm held={held} path={path} refused={refused} />
        <Objection held={held} path={path} />
        <Restriction held={held} path={path} />
        <Part title="Erase">
          <p>
            All of it that leads to you is deleted from this website for good, and a running
            subscription ends. We are asked to delete what lies in our mailbox too.
          </p>
          <NextStep href={`${path}/erase`}>Erase everything</NextStep>
        </Part>
      </>
    ),
    next: null,
  })
}

function CorrectionForm({ held, path, refused }: Shown) {
  const [signup] = entriesOf(held, 'subscribers')
  const last = entriesOf(held, 'messages').at(-1)
  if (!signup && !last) return null
  const { given, errors } = refused ?? { given: {}, errors: {} }
  return (
    <Part id="correct" title="Correct">
      <PostForm label="Correct" action={`${path}/correct`}>
        {last && (
          <Field
            {...nameField}
            id="correct-name"
            defaultValue={given['name'] ?? String(last['name'])}
            error={errors['name']}
          />
        )}
        <Field
          {...emailField}
          id="correct-email"
          defaultValue={given['email'] ?? String((signup ?? last)!['email'])}
          error={errors['email']}
        />
        {signup && signup['status'] !== 'unsubscribed' && (
          <FinePrint>
            <ConsentLine />
          </FinePrint>
        )}
      </PostForm>
    </Part>
  )
}

const silence =
  'no e-mail from us reaches you but the links to this page, and a signup for this address is not followed up'

function Objection({ held, path }: Shown) {
  const [objection] = entriesOf(held, 'objections')
  return (
    <Part id="object" title="Object">
      <p>
        {objection
          ? `You objected on ${timeOf(objection, 'objected_at')}. We keep what stands above: ${silence}.`
          : `If you object, your subscription ends, ${silence}, for ${periodWords('objectionYears')} or until you say otherwise on this page.`}
      </p>
      <PostForm
        label={objection ? 'Allow e-mail again' : 'Object'}
        action={`${path}/${objection ? 'allow' : 'object'}`}
      />
    </Part>
  )
}

function Restriction({ held, path }: Shown) {
  const [restriction] = entriesOf(held, 'restrictions')
  return (
    <Part id="restrict" title="Restrict">
      <p>
        {restriction
          ? `Restricted since ${timeOf(restriction, 'restricted_at')}. What stands above is kept and not used: ${silence}. Nothing is deleted when its period ends.`
          : `While a question about your data is being settled, you can have them kept and not used, until you lift it on this page: ${silence}. Nothing is deleted when its period ends.`}
      </p>
      <PostForm
        label={restriction ? 'Lift the restriction' : 'Restrict'}
        action={`${path}/${restriction ? 'lift' : 'restrict'}`}
      />
    </Part>
  )
}

function entriesOf(held: PersonalData, table: string): Entry[] {
  return held.records.find((record) => record.table === table)?.entries ?? []
}

function timeOf(entry: Entry, column: string): string {
  return longTime(new Date(String(entry[column])))
}
