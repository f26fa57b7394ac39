import { expect, vi } from 'vitest'
import type { SiteServer } from '#site/create-site.ts'

/** Waits until every page has every encoding. */
export async function compressed(site: SiteServer) {
  const isDone = (path: string) => site.find(path)!.br !== undefined
  await vi.waitFor(() => expect(site.paths().filter((path) => !isDone(path))).toEqual([]), {
    timeout: 120_000,
  })
}
