import type { BackupContents } from './backup-record.ts'

/** For example: 1,204 subscribers. */
export function subscribersWords(count: number): string {
  return counted(count, 'subscriber')
}

export function contentsWords({ subscribers, messages, total }: BackupContents): string {
  const all = [counted(subscribers, 'subscriber'), counted(messages, 'message')]
  return [...all, `${counted(total, 'row')} in all`].join(', ')
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
