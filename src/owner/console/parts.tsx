import { npmAdmin } from '#admin-command.ts'
import { createContext, use, type ReactNode } from 'react'
import { printableLines } from '../printable.ts'

/** Text that somebody else wrote: it can neither reverse the line around it nor hide a part of itself. */
export function Text({ children }: { children: string }) {
  return <bdi>{printableLines(children)}</bdi>
}

/** The beginning of a text as one line. */
export function excerpt(text: string, maxLength = 160): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line
}

// Swedish writes dates as ISO 8601 does.
const toMinute = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' })
// Undefined if TZ names a zone that doesn't exist: times are then in UTC.
export const timeZone = (toMinute.resolvedOptions().timeZone as string | undefined) ?? 'UTC'

export function When({ at }: { at: string | null }) {
  if (at === null) return '–'
  return <time dateTime={at}>{toMinute.format(new Date(at))}</time>
}

const whole = new Intl.NumberFormat('en')

/** With `max`: counted no further than that. */
export function count(value: number, max = Infinity): string {
  return value > max ? `${whole.format(max)}+` : whole.format(value)
}

/** A command of the owner to copy: one click selects it. Arguments are quoted for the shell. */
export function Command({ args }: { args: string[] }) {
  return <code className="command">{`${use(AdminCommand)} ${args.map(quoted).join(' ')}`}</code>
}

/** How the owner calls the command line. */
export const AdminCommand = createContext(npmAdmin)

/** An address that starts like an option needs a mark before it. */
export function addressArgs(email: string): string[] {
  return email.startsWith('-') ? ['--', email] : [email]
}

function quoted(arg: string): string {
  return /^[\w@.:/+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`
}

/** Commands for what the console doesn't do, each by its purpose. */
export function Commands({ commands }: { commands: Record<string, string[]> }) {
  return (
    <>
      <h2>In the terminal</h2>
      <ul className="commands">
        {Object.entries(commands).map(([purpose, args]) => (
          <li key={purpose}>
            {purpose}: <Command args={args} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A button that changes something. */
export function ActionButton({
  path,
  label,
  about,
}: {
  path: string
  label: string
  about?: string
}) {
  return (
    <form method="post" action={path}>
      <button type="submit" aria-label={about && `${label}: ${about}`}>
        {label}
      </button>
    </form>
  )
}

/** Takes two clicks: the owner can't take it back. */
export function NoMoreEmail({ path, email }: { path: string; email: string }) {
  return (
    <details>
      <summary>Did they ask for no more email?</summary>
      <p>
        This ends any subscription and stops all email to <Text>{email}</Text> for good. Only they
        can allow it again, on their data page.
      </p>
      <ActionButton path={path} label="Stop all email to them" />
    </details>
  )
}

interface TabsProps {
  label: string
  /** The end of a tab's address is its name. */
  path: string
  tabs: Record<string, string>
  current: string | undefined
}

export function Tabs({ label, path, tabs, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {Object.entries(tabs).map(([name, title]) => (
        <a
          key={name}
          href={`${path}${encodeURIComponent(name)}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="facts">
      {Object.entries(facts).map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Figures side by side, each with a link to more about it or none. */
export function Totals({ totals }: { totals: Total[] }) {
  return (
    <ul className="totals">
      {totals.map(({ title, figure, path, isUrgent }) => {
        const text = (
          <>
            <strong className={isUrgent ? 'urgent' : undefined}>{figure}</strong> {title}
          </>
        )
        return <li key={title}>{path === undefined ? <p>{text}</p> : <a href={path}>{text}</a>}</li>
      })}
    </ul>
  )
}

interface Total {
  title: string
  figure: string
  path?: string
  isUrgent?: boolean
}

export function Search({ path, given, label }: { path: string; given: string; label: string }) {
  return (
    <form className="search" role="search" action={path}>
      <input type="search" name="q" defaultValue={given} aria-label={label} placeholder={label} />
      <button type="submit">Search</button>
    </form>
  )
}
