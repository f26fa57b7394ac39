import type { Db } from '#database/schema.ts'
import { findRecords, recipients } from './collect-personal-data.ts'

/** All that is held about one address, in pieces of one JSON text: nobody has to hold it whole. */
export async function* personalDataJson(db: Db, emailKey: string): AsyncGenerator<string> {
  yield `${opened({ email: emailKey, recipients: recipients() })},\n"records": [`
  let before = ''
  for await (const { record, entries } of findRecords(db, emailKey)) {
    yield `${before}\n${opened(record)}, "entries": [`
    before = ''
    for await (const entry of entries) {
      yield `${before}\n  ${JSON.stringify(entry)}`
      before = ','
    }
    yield ']}'
    before = ','
  }
  yield ']}\n'
}

/** An object that more is to come to. */
function opened(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}
