import { readFileSync, writeFileSync, type WriteFileOptions } from 'node:fs'

/** A mistake that the owner can mend: its message is all that is shown. */
export class UserError extends Error {}

/** What to print of a failure: a sentence where the owner can help, else the error with its stack. */
export function describeError(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const mistake = fileMistakes[code]
  return mistake === undefined || path === undefined ? error : `${path} ${mistake}`
}

/** Without the mark that Windows begins a text with. A folder that is read as a file fails without its name. */
export function readTextFile(path: string): string {
  return withPath(path, () => readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
}

/** A disk that is full fails without the name of the file, too. */
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

const notAllowed = 'is closed to this user. Change its owner or mode, or choose another place.'

const fileMistakes: Record<string, string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: 'lies on a disk that takes no changes. Choose another place.',
  ENOSPC: 'cannot be written: the disk is full. Make room, then try again.',
  ENOENT: 'is not there, or its folder is not. Correct the path, or make the folder first.',
  ENOTDIR: 'cannot be there: a part of the path is a file, not a folder. Choose another place.',
  EEXIST: 'is a file, where a folder is wanted. Choose another place.',
  EISDIR: 'is a folder. Name a file, or move the folder away.',
}
