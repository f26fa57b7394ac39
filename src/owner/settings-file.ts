import { parseEnv } from 'node:util'
import { UserError } from '#user-error.ts'

export type Settings = Record<string, string | undefined>

/** Changes one line of a settings file, and leaves all others as they are. An empty value brings the default back. */
export function withSetting(text: string, name: string, value: string): string {
  const isIt = (line: string) => new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`).test(line)
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const at = lines.findIndex(isIt)
  const others = lines.filter((line) => !isIt(line))
  const line = value === '' ? [] : [`${name}=${quoted(name, value)}`]
  const changed = others.toSpliced(at < 0 ? others.length : at, 0, ...line).join('\n')
  return changed === '' ? '' : `${changed}\n`
}

/** systemd and Node read this file by different rules: this is what both understand. */
function quoted(name: string, value: string): string {
  if (/[\p{Cc}]/u.test(value)) throw new UserError(`${name} can't contain control characters.`)
  const isPlain = !/[#"'\\`$]|^\s|\s$/.test(value)
  if (isPlain) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["\\`$]/.test(value)) return `"${value}"`
  throw new UserError(`${name} can't contain both ' and one of " \\ \` $.`)
}

/** As it may be shown: passwords and keys are hidden. */
export function masked(name: string, value: string): string {
  if (name.endsWith('SECRET')) return hidden
  if (!/^(?:SMTP|DATABASE)_URL$/.test(name) || value.startsWith('sqlite:')) return value
  const url = URL.parse(value)
  if (!url) return hidden
  // Some providers' name is the password, too.
  if (url.password !== '' && url.username === url.password) url.username = hidden
  if (url.password !== '') url.password = hidden
  if (url.searchParams.has('password')) url.searchParams.set('password', hidden)
  return url.href
}

const hidden = '********'

/** For each setting that differs: "NAME is now VALUE, was VALUE". */
export function changesBetween(before: string, after: string): string[] {
  const [old, now] = [parseEnv(before), parseEnv(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const shown = (name: string, value: string | undefined) =>
    value ? masked(name, value) : 'not set'
  return names
    .filter((name) => (old[name] ?? '') !== (now[name] ?? ''))
    .map((name) => {
      const [was, is] = [shown(name, old[name]), shown(name, now[name])]
      return was === is ? `${name} has changed: ${is}` : `${name} is now ${is}, was ${was}`
    })
}
