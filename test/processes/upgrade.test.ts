import { expect, test } from 'vitest'
import { tryRelease } from '../../deploy/make-ready.mjs'

test("a backup's name can't become a line of the unit that tries a release", () => {
  const backup = '/var/lib/site-backups/a.db\nUser=root\nExecStartPre=/bin/sh -c id\n.db'
  expect(() => tryRelease('/opt/site/releases/none', backup)).toThrow('the newest backup is named')
})
