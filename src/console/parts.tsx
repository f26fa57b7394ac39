import { createContext, use, type ReactNode } from 'react'
import { hiddenCharacters } from '#hidden-characters.ts'

const hidden = new RegExp(`[${hiddenCharacters}]`, 'gu')

/** Text that somebody else wrote: it can neither reverse the line around it nor hide a part of itself. */
export function Text({ children }: { children: string }) {
  return <bdi>{children.replace(hidden, (sign) => (sign === '\n' ? sign : '\ufffd'))}</bdi>
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
export const { timeZone } = toMinute.resolvedOptions()

export function When({ at }: { at: string | null }) {
  if (at === null) return '–'
  return <time dateTime={at}>{toMinute.format(new Date(at))}</time>
}

/** How long ago, in words. */
export function Ago({ at, now }: { at: string; now: Date }) {
  const minutes = Math.max(0, (now.getTime() - Date.parse(at)) / 60_000)
  const [unit, size] = ages.find(([, minutesOf]) => minutes >= minutesOf) ?? ['minute', 1]
  const words = minutes < 1 ? 'just now' : relative.format(-Math.floor(minutes / size), unit)
  return (
    <time dateTime={at} title={toMinute.format(new Date(at))}>
      {words}
    </time>
  )
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const ages: [unit: Intl.RelativeTimeFormatUnit, minutes: number][] = [
  ['day', 1440],
  ['hour', 60],
]

const whole = new Intl.NumberFormat('en')

/** With `max`: counted no further than that. */
export function count(value: number, max = Infinity): string {
  return value > max ? `${whole.format(max)}+` : whole.format(value)
}

export function percent(fraction: number | null): string {
  return fraction === null ? '–' : `${(fraction * 100).toFixed(1)} %`
}

/** A command of the owner to copy: one click selects it. Arguments are quoted for the shell. */
export function Command({ args }: { args: string[] }) {
  return <code className="command">{`${use(AdminCommand)} ${args.map(quoted).join(' ')}`}</code>
}

/** How the owner calls the command line: `site-admin` on a server. */
export const AdminCommand = createContext('npm run admin --')

/** An address that starts like an option needs a mark before it. */
export function addressArgs(email: string): string[] {
  return email.startsWith('-') ? ['--', email] : [email]
}

function quoted(arg: string): string {
  return /^[\w@.:/+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`
}

/** A button that acts. */
export function Act({ path, label, about }: { path: string; label: string; about?: string }) {
  return (
    <form method="post" action={path}>
      <button type="submit" aria-label={about && `${label}: ${about}`}>
        {label}
      </button>
    </form>
  )
}

/** Choices of one list. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ path, words, isCurrent }) => (
        <a key={path} href={path} aria-current={isCurrent ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  )
}

interface Tab {
  path: string
  words: string
  isCurrent: boolean
}

/** Titles and values. */
export function Facts({ facts }: { facts: [title: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Figures side by side, each with a page of its own or none. */
export function Totals({ totals }: { totals: Total[] }) {
  return (
    <ul className="totals">
      {totals.map(({ title, figure, path, isUrgent }) => {
        const words = (
          <>
            <strong className={isUrgent ? 'urgent' : undefined}>{figure}</strong> {title}
          </>
        )
        return (
          <li key={title}>{path === undefined ? <p>{words}</p> : <a href={path}>{words}</a>}</li>
        )
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

/** @param path of this list, ready for one more parameter */
export function Pager(props: { path: string; isFirst: boolean; next: string[] | undefined }) {
  const { path, isFirst, next } = props
  if (isFirst && !next) return null
  return (
    <nav className="pager" aria-label="Pages">
      {!isFirst && <a href={path}>Back to the first page</a>}
      {next && <a href={`${path}before=${encodeURIComponent(next.join(' '))}`}>Next page →</a>}
    </nav>
  )
}
