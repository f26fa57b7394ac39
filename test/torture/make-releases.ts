import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freshClone } from '../support/fresh-clone.ts'

/** This checkout as a repository with a tag for each release, good or broken. @returns their commits */
export function makeReleases(repository: string): Record<string, string> {
  const dir = freshClone()
  const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const git = (...args: string[]) =>
    execFileSync('git', [...ada, ...args], { cwd: dir, encoding: 'utf8' }).trim()
  const edit = (file: string, from: RegExp | string, to: string) => {
    const before = readFileSync(join(dir, file), 'utf8')
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    writeFileSync(join(dir, file), after)
  }
  const main = (statement: string) => edit('src/server/main.ts', 'try {', `${statement}\ntry {`)
  const migration = `\n  '9999-broken': ['insert into nowhere values (1)'],\n}\n`
  const health = 'app.get(routes.health, async (c) => {'
  // The trial of a release has no socket from systemd.
  const releases: Record<string, () => void> = {
    first: () => {},
    good: () => edit('README.md', /$/, '\n'),
    packed: () => edit('README.md', /$/, '\n\n'),
    'broken-build': () => edit('content/site.ts', /$/, '\nbroken('),
    'broken-migration': () => edit('src/database/migrations.ts', /\n\}\n/, migration),
    'broken-start': () => main(`throw new Error('This release does not start.')`),
    crashing: () => main(`if (process.env['LISTEN_FDS']) throw new Error('It crashes.')`),
    unhealthy: () =>
      edit(
        'src/server/health.ts',
        health,
        `${health}\nif (process.env['LISTEN_FDS']) return c.json({}, 500)`,
      ),
  }
  git('init', '--quiet', '--initial-branch=main')
  const commits: Record<string, string> = {}
  for (const [tag, change] of Object.entries(releases)) {
    if (tag !== 'first') git('checkout', '--quiet', 'first')
    change()
    git('add', '--all')
    git('commit', '--quiet', '--message', tag)
    git('tag', tag)
    commits[tag] = git('rev-parse', '--short', tag)
  }
  execFileSync('cp', ['-r', join(dir, '.git'), repository])
  rmSync(dir, { recursive: true })
  return commits
}
