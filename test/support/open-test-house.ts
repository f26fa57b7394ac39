import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config.ts'
import type { AssetFile } from '#server/asset-files.ts'
import { openHouse } from '#server/open-house.ts'
import { compressed } from '#site/compressed.ts'
import { newTarget, type DialectName } from './databases.ts'

/** The whole server without its port, on an empty database. */
export async function openTestHouse(dialect: DialectName, env: Record<string, string> = {}) {
  const target = await newTarget(dialect)
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'house-')),
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: 'a secret for tests, of more than 32 characters',
    SUBMISSIONS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
  return await openHouse(config, {
    islandModules: { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] },
    loader: '',
    assets: new Map<string, AssetFile>([
      [
        '/assets/n.js',
        { body: compressed(Buffer.from('export {}')), contentType: 'text/javascript' },
      ],
      ['/assets/dot.png', { body: Buffer.from([137, 80, 78, 71]), contentType: 'image/png' }],
    ]),
  })
}
