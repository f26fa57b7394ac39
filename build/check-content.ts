import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Stops the build at a mistake in content/, with a sentence that names file and field. */
export function checkContent(): Plugin {
  return {
    name: 'check-content',
    async buildStart() {
      try {
        const { team } = await import('../src/content/content.ts')
        for (const [index, { image }] of team.entries()) {
          if (image !== undefined && !existsSync(resolve('content/images/portraits', image))) {
            throw new Error(
              `content/team.ts: ${index}.image names ${image}, which is not in content/images/portraits`,
            )
          }
        }
      } catch (error) {
        this.error((error as Error).message)
      }
    },
  }
}
