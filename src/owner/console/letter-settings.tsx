import { isWelcome } from '#letters/letter-file.ts'
import type { LetterDraft } from '#letters/letter-drafts.ts'
import { letterPath } from '#routes.ts'
import { letterAddress } from './letter-sheet.tsx'
import { Command, Text } from './parts.tsx'

/** Settings that are seldom needed, below a draft. */
export function LetterSettings({ draft, hasFile }: { draft: LetterDraft; hasFile: boolean }) {
  const { name, isPublic } = draft
  const address = letterAddress(name)
  return (
    <section className="minor">
      {!isWelcome(name) && (
        <details>
          <summary>Name and page</summary>
          <form className="row" method="post" action={`${address}/rename`}>
            <label>
              Name <input name="name" defaultValue={name} required autoComplete="off" />
            </label>
            <button>Rename it</button>
          </form>
          <p className="quiet">
            For the command line and the address of its page. It can be changed until you send or
            schedule the letter.
          </p>
          <label className="check">
            <input
              type="checkbox"
              name="public"
              value="true"
              form="letter"
              defaultChecked={isPublic}
            />{' '}
            Also a page on the site: once it goes out, anybody can read it at{' '}
            <Text>{letterPath('en', name)}</Text>
          </label>
        </details>
      )}
      <details>
        <summary>As a file</summary>
        <p>
          To keep it in Git: <Command args={['letters', 'show', name, '--markdown']} />
        </p>
      </details>
      <details>
        <summary>{hasFile ? 'Use the file again' : 'Delete this draft'}</summary>
        <p>
          {hasFile && (
            <>
              From then on content/letters/<Text>{name}</Text>.md counts again, and this draft is
              deleted:{' '}
            </>
          )}
          {hasFile ? 'the' : 'The'} text and its pictures in all languages. You can’t undo this.
        </p>
        <form method="post" action={`${address}/${hasFile ? 'file' : 'delete'}`}>
          <button className="danger">{hasFile ? 'Use the file again' : 'Delete it'}</button>
        </form>
      </details>
    </section>
  )
}
