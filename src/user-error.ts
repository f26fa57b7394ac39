import { readFileSync, writeFileSync, type WriteFileOptions } from 'node:fs'

/** A mistake that the owner can fix: only its message is shown. */
export class UserError extends Error {}

/** A sentence if the owner can fix it, otherwise the error with its stack. */
export function describeError(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const mistake = fileErrors[code]
  return mistake === undefined || path === undefined ? error : `${path} ${mistake}`
}

/** Reads a file without its byte order mark. (Reading a folder throws an error without its path.) */
export function readTextFile(path: string): string {
  return withPath(path, () => readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
}

/** Writes a file. (On a full disk Node throws an error without the path.) */
export function writeTextFile(path: string, text: string, options?: WriteFileOptions): void {
  withPath(path, () => writeFileSync(path, text, options))
}

function withPath<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw Object.assign(error as Error, { path })
  }
}

const notAllowed =
  "can't be accessed by this user. Change its owner or mode, or choose another place."

const fileErrors: Record<string, string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: 'is on a read-only disk. Choose another place.',
  ENOSPC: "can't be written: the disk is full. Free some space, then try again.",
  ENOENT: 'does not exist, or its folder does not. Correct the path, or create the folder first.',
  ENOTDIR: "can't exist: a part of the path is a file, not a folder. Choose another place.",
  EEXIST: 'is a file, but a folder is needed. Choose another place.',
  EISDIR: 'is a folder. Name a file, or move the folder away.',
}

/** The first name that differs from the typed one in at most two consecutive letters. */
export function closestName(typed: string, names: string[]): string | undefined {
  return names.find((name) => {
    const shorter = Math.min(typed.length, name.length)
    let same = 0
    while (same < shorter && typed[same] === name[same]) same += 1
    let sameAtEnd = 0
    while (sameAtEnd < shorter - same && typed.at(-1 - sameAtEnd) === name.at(-1 - sameAtEnd)) {
      sameAtEnd += 1
    }
    return Math.max(typed.length, name.length) - same - sameAtEnd <= 2
  })
}
