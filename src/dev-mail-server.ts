import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile, writeTextFile } from './user-error.ts'

// `npm run dev` catches all mail. The owner's commands find its SMTP server by this file, so that their mail is
// caught too and `letters send` needs no SMTP_URL.
const fileIn = (dataDir: string) => join(dataDir, 'dev-mail-server.json')

export function announceDevMailServer(dataDir: string, url: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeTextFile(fileIn(dataDir), JSON.stringify({ url, pid: process.pid }))
}

export function withdrawDevMailServer(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** @returns undefined if no development server runs with this data */
export function findDevMailServer(dataDir: string): string | undefined {
  if (!existsSync(fileIn(dataDir))) return undefined
  try {
    const { url, pid } = JSON.parse(readTextFile(fileIn(dataDir))) as { url: string; pid: number }
    // A killed server leaves the file behind. Signal 0 only asks whether the process exists.
    process.kill(pid, 0)
    return url
  } catch {
    return undefined
  }
}
