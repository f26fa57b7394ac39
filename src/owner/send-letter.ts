import { hash } from 'node:crypto'
import type { Config } from '#config.ts'
import type { Site } from '#content/content-rules.ts'
import { sampleFields, site } from '#content/content.ts'
import { launchTime } from '#content/launch.ts'
import type { Db } from '#database/schema.ts'
import { englishNames, type Language } from '#language.ts'
import { isLoopback } from '#loopback.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import {
  foundDraft,
  missingLanguages,
  readLetters,
  sampleTexts,
  type FoundLetter,
  type LetterPlaces,
} from '#letters/read-letters.ts'
import {
  isWelcome,
  languagesOf,
  launchLetter,
  textName,
  type OwnLetter,
} from '#letters/letter-file.ts'
import type { DraftMistake } from '#letters/parse-draft.ts'
import { listDraftPictures } from '#letters/draft-pictures.ts'
import type { LetterDraft } from '#letters/letter-drafts.ts'
import { fillLetter, needsCorrection, renderLetter, renderWith } from '#letters/letter-mail.tsx'
import { placedMistake, readPictures } from '#letters/letter-pictures.ts'
import {
  countConfirmed,
  hasSameWords,
  isUnderWay,
  readLetterPictures,
  readLetterStatus,
  scheduleLetter,
  waitingLetters,
  wasCancelled,
  type DueAt,
  type LetterStatus,
  type RenderedLetter,
} from '#letters/stored-letters.ts'
import { sendTestLetter } from '#letters/send-test-letter.ts'
import { UserError } from '#user-error.ts'
import { checkSamples } from './check-content.ts'
import { checkMailRecords, checkMailServer } from './check-mail.ts'
import { checkExampleDomains, checkPublicUrl, checkServerSettings } from './check-settings.ts'
import { failure, isFailure, warning, type Finding } from './finding.ts'
import { alreadySent, hasChangedSince, sentSentence, storedSentence } from './letter-sentences.ts'
import { printable, zonedInstant } from './printable.ts'
import { offsetMistake, type SendingTime } from './sending-time.ts'

interface LetterContext {
  db: Db
  secret: string
  publicUrl: string
  sender: string
  smtpUrl: string | undefined
  /** Answers to tests go there. */
  contactTo: string
  lettersDir: string
  clock: () => Date
}

/** The letter as its text is now. */
export async function findLetter(places: LetterPlaces, name: string): Promise<OwnLetter> {
  const all = await readLetters(places)
  const { letter, mistakes = [] } = all.find((found) => found.name === name) ?? {}
  if (letter) return letter
  if (mistakes.length > 0) throw new UserError(needsCorrection(mistakes))
  const known = all.length === 0 ? 'none' : all.map((found) => found.name).join(', ')
  throw new UserError(`There is no letter named ${printable(name)}. Letters found: ${known}.`)
}

/** As its readers get it: a letter that was sent or scheduled as it is stored, any other as its text is now. */
export async function previewLetter(context: LetterContext, name: string) {
  const { db } = context
  const [found] = await readLetters(context, name)
  const sent = await readLetterStatus(db, name)
  if (!found && !sent) return undefined
  const isFinal = sent !== undefined && !(found && wasCancelled(sent))
  const { own, shown, ...mistakes } = await renderFound(context, found)
  const letter = isFinal ? { ...sent, pictures: await readLetterPictures(db, name) } : shown
  return {
    own: own && found?.letter,
    /** See sendSeenLetter. */
    seen: own && textsVersion(own),
    sent,
    /** It can't be sent again, so mistakes in its text don't matter. */
    isFinal,
    ...mistakes,
    mails: letter ? fillForPreview(context, letter) : [],
    hasChanged: isFinal && shown !== undefined && !hasSameWords(sent, shown),
    draft: found?.draft,
  }
}

/** A text that may not be saved yet, with the stored pictures of its draft. */
export async function previewDraft(context: LetterContext, draft: LetterDraft) {
  const pictures = await listDraftPictures(context.db, draft.name)
  const names = pictures.map(({ name }) => name)
  const { shown, draftMistakes } = await renderFound(context, foundDraft(draft, names))
  return { mistakes: draftMistakes, mails: shown ? fillForPreview(context, shown) : [] }
}

/** @returns with mistakes, too, a draft as far as it can be shown */
async function renderFound(context: LetterContext, found: FoundLetter | undefined) {
  const text = found?.letter ?? found?.draft?.shown
  const mistakes = found?.mistakes ?? []
  const draftMistakes: DraftMistake[] = found?.draft?.mistakes ?? []
  if (!text) return { mistakes, draftMistakes }
  const { pictures, mistakes: inPictures } = await readPictures(text, context)
  const rendered = renderWith(text, pictures, context)
  const isRight = mistakes.length === 0 && inPictures.length === 0
  return {
    own: isRight ? rendered : undefined,
    shown: isRight || found?.draft ? rendered : undefined,
    mistakes: [...mistakes, ...inPictures.map((mistake) => placedMistake(text, mistake))],
    draftMistakes: [
      ...draftMistakes,
      ...inPictures.map((mistake) => ({ ...mistake, line: undefined })),
    ],
  }
}

export function hasSameTexts(a: Pick<RenderedLetter, 'texts'>, b: Pick<RenderedLetter, 'texts'>) {
  return textsVersion(a) === textsVersion(b)
}

/** In each of its languages, or in one, with an unsubscribe link that belongs to nobody. */
export function fillForPreview(
  { secret, clock }: Pick<LetterContext, 'secret' | 'clock'>,
  letter: RenderedLetter,
  wanted?: Language,
) {
  if (wanted && !letter.texts[wanted]) throw notWritten(letter.name, wanted)
  const reader = { id: '00000000-0000-7000-8000-000000000000', confirmedAt: clock() }
  return (wanted ? [wanted] : languagesOf(letter.texts)).map((language) => ({
    language,
    ...fillLetter(letter, secret, { ...reader, language }),
  }))
}

export const notWritten = (name: string, language: Language) =>
  new UserError(`${printable(name)} is not written in ${englishNames[language]}.`)

/**
 * Sends it to one address, marked as a test.
 * @param seen the version on the page from which it is sent
 */
export async function testLetter(
  context: LetterContext,
  name: string,
  { to, language, seen }: { to: string; language?: Language; seen?: string },
): Promise<string> {
  const preview = await previewLetter(context, name)
  const { isFinal, mistakes, mails } = preview ?? {}
  if (!isFinal && mistakes?.length) throw new UserError(needsCorrection(mistakes))
  if (!mails) await findLetter(context, name)
  if (seen !== undefined && seen !== preview?.seen) throw new UserError(hasChangedSince)
  const chosen = (mails ?? []).filter((mail) => !language || mail.language === language)
  if (chosen.length === 0) throw notWritten(name, language ?? 'en')
  for (const mail of chosen) await sendTestLetter(mail, context, to)
  return `Sent to ${to}, and to nobody else.`
}

/** Stores the letter, for now or for later. @returns the sentence to show */
export async function sendLetter(
  db: Db,
  letter: RenderedLetter,
  { dueAt, now }: { dueAt: DueAt; now: Date },
) {
  const isStored = await scheduleLetter(db, letter, { dueAt, now })
  const status = (await readLetterStatus(db, letter.name))!
  return {
    isStored,
    status,
    sentence: isStored ? sentSentence(status, now) : alreadySent(status, now),
  }
}

/**
 * Checks and stores a letter whose page the owner has read.
 * @param seen the version of the letter on that page: see textsVersion
 */
export async function sendSeenLetter(
  context: LetterContext & { config: Config },
  name: string,
  { seen, ...options }: SendOptions & { seen: string },
): Promise<string> {
  assertSendable(name)
  const { db, clock } = context
  const own = await findLetter(context, name)
  const letter = await renderLetter(own, context)
  const earlier = await findEarlier(db, name)
  // A double click is no mistake.
  if (earlier && isUnderWay(earlier)) return alreadySent(earlier, clock())
  if (earlier) throw new UserError(alreadySent(earlier, clock()))
  if (textsVersion(letter) !== seen) throw new UserError(hasChangedSince)
  const failures = (await checkSending(context, own, options)).filter(isFailure)
  if (failures.length > 0)
    throw new UserError([...sentences(failures), 'Nothing was sent.'].join('\n'))
  const now = clock()
  const dueAt = options.at?.dueAt ?? now
  const { isStored, status, sentence } = await sendLetter(db, letter, { dueAt, now })
  // The checks of the last look may not have been done yet.
  const warnings = options.at ? await checkTime(db, name, { at: options.at, now }) : []
  return [isStored ? storedSentence(status, now) : sentence, ...sentences(warnings)].join('\n')
}

const sentences = (findings: Finding[]) =>
  findings.map(({ subject, message }) => `${subject}: ${message}`)

function textsVersion({ texts }: Pick<RenderedLetter, 'texts'>): string {
  return hash('sha256', JSON.stringify(texts))
}

/** The letter if it was sent or scheduled before, and can't be sent again. */
export async function findEarlier(db: Db, name: string): Promise<LetterStatus | undefined> {
  const earlier = await readLetterStatus(db, name)
  return earlier && wasCancelled(earlier) ? undefined : earlier
}

/** @throws UserError if the letter is not one to send to everyone */
export function assertSendable(name: string) {
  if (!isWelcome(name)) return
  throw new UserError(
    `${name} is sent automatically to each subscriber who confirms. To write to everyone, write another letter.`,
  )
}

export interface SendOptions {
  /** Undefined: now. */
  at?: SendingTime | undefined
  /** The language for readers whose own the letter is not written in. */
  fallback?: 'en' | undefined
  allowSampleContent?: boolean | undefined
}

/** Every check before this letter is sent. With a failure, it must not be. */
export async function checkSending(
  context: { db: Db; config: Config; secret: string; sender: string; clock: () => Date },
  own: OwnLetter,
  options: SendOptions,
): Promise<Finding[]> {
  const { db, config } = context
  const findings: Finding[] = [
    await checkServerSettings(db, context, options.at?.dueAt),
    await checkMailServer(config.smtpUrl),
  ]
  const pause = await ownerPauseReason(db)
  if (pause !== undefined) {
    findings.push(failure('Mail', `all mail is paused: ${pause}`, 'Run `mail resume` first.'))
  }
  if (!options.at && (await countConfirmed(db)) === 0) {
    findings.push(failure('Audience', 'nobody has confirmed yet'))
  }
  const now = context.clock()
  findings.push(...(await checkTime(db, own.name, { at: options.at, now })))
  if (own.name === launchLetter && !site.launched && options.at?.dueAt !== 'launch') {
    findings.push(warning('Launch', notLaunched, atLaunch))
  }
  if (!options.fallback) findings.push(...(await checkTranslations(db, own, options)))
  if (isRehearsal(config)) {
    findings.push(warning('Rehearsal', 'links and mail go to this machine', rehearsalAdvice))
  } else {
    if (!options.allowSampleContent) {
      const samples = checkSamples([...sampleFields, ...sampleTexts(own)])
      findings.push({ ...samples, advice: 'Replace them, or add --allow-sample-content.' })
      findings.push(checkExampleDomains(config))
    }
    findings.push(checkPublicUrl(config)[0]!)
    // DNS may take seconds: skip it if the letter can't be sent anyway.
    if (!findings.some(isFailure)) findings.push(...(await checkRecords(context)))
  }
  return findings
}

interface TimeToCheck {
  at: SendingTime | undefined
  now: Date
  content?: Pick<Site, 'launched'>
}

/** Both letters of one minute go out, the one that was stored first before the other. */
export async function checkTime(
  db: Db,
  name: string,
  { at, now, content = site }: TimeToCheck,
): Promise<Finding[]> {
  const isAtLaunch = at?.dueAt === 'launch'
  if (isAtLaunch && !content.launched) return [warning('Time', heldLetter)]
  const dueAt = isAtLaunch ? launchTime(content)! : (at?.dueAt ?? now)
  const others = (await waitingLetters(db)).filter(
    (other) => other.name !== name && other.state !== 'held' && isSameMinute(other.due_at, dueAt),
  )
  const findings = others.map((other) =>
    warning('Time', `${other.name} is scheduled for the same minute: everyone gets both`),
  )
  const mistake = at && offsetMistake(at.text)
  if (mistake !== undefined) findings.push(warning('Time', mistake))
  const launchAt = launchTime(content) ?? 0
  if (name === launchLetter && launchAt > now.getTime() && launchAt !== new Date(dueAt).getTime()) {
    const time = zonedInstant(new Date(launchAt).toISOString())
    const message = `the site launches at ${time}, and says "coming soon" until then`
    findings.push(warning('Time', message, atLaunch))
  }
  return findings
}

const heldLetter = 'content/site.ts has no launch: the letter is held until it has one'
const notLaunched = '`launched` in content/site.ts is still false, so the site says "coming soon"'
const atLaunch = 'To send it at the launch: --at launch'

export function isSameMinute(one: string | number | Date, other: string | number | Date): boolean {
  return minuteOf(one) === minuteOf(other)
}

const minuteOf = (time: string | number | Date) => Math.floor(new Date(time).getTime() / 60_000)

/** A failure for each translation that somebody in the audience would need, or may need when it is due. */
async function checkTranslations(db: Db, own: OwnLetter, { at }: SendOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const language of missingLanguages(own)) {
    const readers = await countConfirmed(db, language)
    if (readers === 0 && !at) continue
    const why =
      readers === 0
        ? 'somebody may sign up in that language until then'
        : `${readers} in the audience signed up in that language`
    const message = `${textName(own, language)} is missing, and ${why}`
    findings.push(failure('Translation', message, 'Write it, or send them English: --fallback en'))
  }
  return findings
}

function isRehearsal({ publicUrl, smtpUrl }: Config): boolean {
  return smtpUrl !== undefined && isLoopback(smtpUrl) && isLoopback(publicUrl)
}

const rehearsalAdvice =
  'The letter only reaches the mail server on this machine. If that server relays mail, set PUBLIC_URL first.'

/** Gmail, Yahoo and Outlook.com have required these records for newsletters since 2024. */
async function checkRecords(context: { sender: string }): Promise<Finding[]> {
  const findings = await checkMailRecords(context)
  if (findings.every(({ level }) => level === 'ok')) return findings
  const message = 'Gmail, Yahoo and Outlook.com refuse newsletters without SPF, DKIM and DMARC'
  return [...findings, warning('Mail records', message)]
}
