import type { ReactNode } from 'react'
import { launchTime } from '#content/launch.ts'
import { englishNames, type Language } from '#language.ts'
import type { DraftText } from '#letters/letter-drafts.ts'
import type { DraftMistake } from '#letters/parse-draft.ts'
import { launchLetter, maxLetterBytes } from '#letters/letter-file.ts'
import { kilobytes, maxMailBytes } from '#letters/letter-pictures.ts'
import type { Finding } from '../finding.ts'
import { upperFirst } from '../letter-sentences.ts'
import { isCutOff } from '../mail-size.ts'
import { codeIfOdd, type CheckResult } from './checks.tsx'
import { letterAddress, type SheetPicture } from './letter-sheet.tsx'
import type { ShownMail } from './mail-beside.tsx'
import { moment } from './moments.ts'
import { count, Text } from './parts.tsx'

export interface CheckRow {
  level: 'fine' | 'look' | 'wrong' | 'waits'
  kind: string
  text: ReactNode
  advice?: ReactNode
}

/** Mistakes in the text, each with the way to it. */
export function mistakeRows(name: string, mistakes: DraftMistake[]): CheckRow[] {
  return mistakes.map(({ language, line, sentence }) => ({
    level: 'wrong',
    kind: /!\[|picture/.test(sentence) ? 'Picture' : 'Text',
    text: <Text>{sentence}</Text>,
    advice: (
      <>
        {englishNames[language]}
        {line !== undefined && `, line ${line}`}.{' '}
        <a href={`${letterAddress(name)}#text-${language}`} data-line={line}>
          Go there
        </a>
      </>
    ),
  }))
}

/** Of a letter from a file: each names its file and line. */
export function fileMistakeRows(mistakes: string[]): CheckRow[] {
  return mistakes.map((mistake) => ({ level: 'wrong', kind: 'File', text: <Text>{mistake}</Text> }))
}

/** A missing translation is no mistake: the last look asks what its readers get. */
export function translationRows(missing: Language[], people: Counts): CheckRow[] {
  return missing.map((language) => {
    const number = people[language] ?? 0
    const readers = number === 0 ? 'its readers' : 'they'
    return {
      level: 'look',
      kind: englishNames[language],
      text: `is not written${number === 0 ? '' : `, and ${peopleWords(number)} signed up in it`}`,
      advice: `Write it, or say on the next page that ${readers} get English.`,
    }
  })
}

/** The number of people who have confirmed, in all and by language. */
export type Counts = { all: number } & Partial<Record<Language, number>>

export const peopleWords = (number: number) =>
  number === 1 ? '1 person' : `${count(number)} people`

/** The size of the letter. */
export function textRows(
  mails: ShownMail[],
  writings: Partial<Record<Language, Pick<DraftText, 'body'>>>,
  pictures: Partial<Record<Language, SheetPicture[]>>,
): CheckRow[] {
  const rows: CheckRow[] = []
  const sizes = mails.map(
    ({ language, html }) => `${englishNames[language]} ${kilobytes(Buffer.byteLength(html))}`,
  )
  if (sizes.length > 0) {
    const isCut = mails.some(isCutOff)
    const advice = `An email may have ${kilobytes(maxLetterBytes)}: mail programs cut off longer ones.`
    rows.push({ level: isCut ? 'wrong' : 'fine', kind: 'Text', text: sizes.join(', '), advice })
  }
  const totals = mails.flatMap(({ language }) => {
    const bytes = (pictures[language] ?? []).reduce((sum, picture) => sum + picture.bytes, 0)
    return bytes === 0 ? [] : [{ language, bytes }]
  })
  // Otherwise a mistake of the letter says so.
  if (totals.length > 0 && totals.every(({ bytes }) => bytes <= maxMailBytes)) {
    const text = totals.map(
      ({ language, bytes }) => `${englishNames[language]} ${kilobytes(bytes)}`,
    )
    const advice = `An email may have ${kilobytes(maxMailBytes)} of them.`
    rows.push({ level: 'fine', kind: 'Pictures', text: text.join(', '), advice })
  }
  const links = Object.values(writings).flatMap(({ body }) => body.match(/\bhttps:\/\//g) ?? [])
  if (links.length > 0) {
    rows.push({ level: 'fine', kind: 'Links', text: `${links.length}, with https` })
  }
  return rows
}

/** The checks of `letters send` on this machine. */
export function sendingRows(name: string, { findings, checkedAt }: CheckResult): CheckRow[] {
  if (checkedAt === null) return [{ level: 'waits', kind: 'Mail server', text: 'checking…' }]
  const rows = findings
    .filter((finding) => finding.level !== 'note' && !isMailRecord(finding))
    .map(rowOf)
  if (findings.some(isMailRecord)) {
    rows.push({ level: 'fine', kind: 'Mail records', text: 'SPF, DKIM and DMARC are there' })
  }
  const launchAt = launchTime()
  if (name === launchLetter && launchAt !== undefined) {
    const text = `the site changes at the same moment: ${moment(new Date(launchAt))}`
    rows.push({ level: 'fine', kind: 'Launch', text })
  }
  return rows
}

const isMailRecord = ({ level, subject }: Finding) =>
  level === 'ok' && ['SPF', 'DKIM', 'DMARC'].includes(subject)

const rowLevels = { ok: 'fine', note: 'fine', warning: 'look', failure: 'wrong' } as const

function rowOf({ level, subject, message, advice }: Finding): CheckRow {
  return {
    // Somebody may confirm before a later time.
    level: subject === 'Audience' ? 'look' : rowLevels[level],
    kind: upperFirst(subject),
    text: <Text>{message.split('\n', 1)[0]!}</Text>,
    advice: advice?.split('`').map(codeIfOdd),
  }
}

export const countWrong = (rows: CheckRow[]) => rows.filter(({ level }) => level === 'wrong').length

/** A ledger of checks, each with its tick or an open circle. */
export function CheckRows({ rows }: { rows: CheckRow[] }) {
  return (
    <ul className="checks">
      {rows.map(({ level, kind, text, advice }, index) => (
        <li key={index} className={level}>
          {(level === 'look' || level === 'wrong') && (
            <span className="visually-hidden">To do: </span>
          )}
          <div>
            <strong>{kind}</strong> {text}
            {advice !== undefined && <p className="quiet">{advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
