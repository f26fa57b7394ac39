import { pino } from 'pino'

interface LogLine {
  level: number
  time: number
  msg: string
  err?: { stack?: string }
  [field: string]: unknown
}

const notShown = new Set(['level', 'time', 'pid', 'hostname', 'id', 'msg', 'err'])

/** Turns a line of the log into one for people, with the stack of its error below. */
export function readableLogLine(json: string): string {
  const line = JSON.parse(json) as LogLine
  const { level, time, msg, err } = line
  const severity = level > pino.levels.values['info']! ? ` ${pino.levels.labels[level]}:` : ''
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${new Date(time).toTimeString().slice(0, 8)}${severity} ${textOf(line, msg)}${stack}`
}

function textOf(line: LogLine, message: string): string {
  if (message === 'request') {
    const { method, path, status, ms } = line as unknown as Record<string, string>
    return `${method} ${path} ${status} ${ms} ms`
  }
  const fields = Object.entries(line).filter(([name]) => !notShown.has(name))
  return [message, ...fields.map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(' ')
}
