import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBuild } from '#site/render-page.tsx'

/** Written by the last step of the build: see check-pages.ts. */
export const clientBuildFile = 'client.json'

export function readClientBuild(serverDir: string): ClientBuild {
  return JSON.parse(readFileSync(join(serverDir, clientBuildFile), 'utf8')) as ClientBuild
}
