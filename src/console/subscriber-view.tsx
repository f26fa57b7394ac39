import { mailAbout } from '#mail/mail-screens.ts'
import { consentIdsOf, readConsentProof, type ConsentProof } from '#newsletter/consent-proof.ts'
import { findSubscriberById } from '#newsletter/list-subscribers.ts'
import type { View } from './layout.tsx'
import { causeWords, kindWords } from './mail-words.tsx'
import type { PageContext } from './page-context.ts'
import { addressArgs, Command, Facts, Text, When } from './parts.tsx'
import { Table } from './table.tsx'

export async function subscriberView({ db }: PageContext, id: string): Promise<View | undefined> {
  const person = await findSubscriberById(db, id)
  const proof = person && (await readConsentProof(db, person.email.toLowerCase()))
  if (!proof) return undefined
  const { email, status, language, askedAt, confirmedAt, unsubscribedAt, noMail } = person
  const mails = await mailAbout(db, [id, ...(await consentIdsOf(db, id))])
  const address = addressArgs(email)
  return {
    title: 'Subscriber',
    body: (
      <>
        <p className="back">
          <a href="subscribers">← Subscribers</a>
        </p>
        <h1 className="given">
          <Text>{email}</Text>
        </h1>
        <Facts
          facts={[
            ['State', status],
            ['Language', language],
            ['Asked', <When key="asked" at={askedAt} />],
            ['Confirmed', <When key="confirmed" at={confirmedAt} />],
            ['Unsubscribed', <When key="left" at={unsubscribedAt} />],
            ['Mail', noMail === null ? 'allowed' : `none: ${causeWords[noMail]}`],
          ]}
        />
        <h2>Proof of consent</h2>
        {proof.consents.length === 0 && <p className="none">No consent is on record.</p>}
        {proof.consents.map((consent) => (
          <Consent key={consent.askedAt} {...consent} />
        ))}
        <h2>Mail</h2>
        <Table
          caption="Mail to this address that is still on record"
          rows={mails}
          none="No mail is on record: it is forgotten after a while."
          columns={[
            { title: 'Mail', cell: ({ kind, letter }) => letter ?? kindWords[kind] },
            { title: 'State', cell: (mail) => mail.status.replace('_', ' ') },
            { title: 'Since', cell: ({ due_at }) => <When at={due_at} /> },
          ]}
        />
        <h2>In the terminal</h2>
        <ul className="commands">
          <li>
            The proof as a document: <Command args={['consent', 'prove', ...address]} />
          </li>
          <li>
            Everything held about them: <Command args={['data', 'show', ...address]} />
          </li>
          <li>
            Remove this signup: <Command args={['subscribers', 'remove', ...address]} />
          </li>
          <li>
            Erase everything: <Command args={['data', 'erase', ...address]} />
          </li>
        </ul>
      </>
    ),
  }
}

function Consent(consent: ConsentProof['consents'][number]) {
  const texts = [
    ['By the form', consent.consentText, consent.consentHash],
    ['By the button that confirms', consent.confirmationText, consent.confirmationHash],
    ['Privacy policy', consent.privacyText, consent.privacyHash],
  ] as const
  return (
    <section className="consent">
      <Facts
        facts={[
          ['Asked', <When key="asked" at={consent.askedAt} />],
          ['Confirmed', <When key="confirmed" at={consent.confirmedAt} />],
          ['Ended', <When key="ended" at={consent.withdrawnAt} />],
          ['Texts', consent.textsMatchHashes ? 'match their hashes' : 'DO NOT MATCH THEIR HASHES'],
        ]}
      />
      <details>
        <summary>The exact texts</summary>
        {texts.map(
          ([title, text, hash]) =>
            text !== null && (
              <div key={title}>
                <h3>{title}</h3>
                <p className="quiet hash">SHA-256 {hash}</p>
                <pre>
                  <Text>{text}</Text>
                </pre>
              </div>
            ),
        )}
      </details>
    </section>
  )
}
