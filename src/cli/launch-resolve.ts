import { buryDeadRuns } from '#launch/launch-runs.ts'
import { countLedger } from '#launch/launch-status.ts'
import { resolveDoubts } from '#launch/resolve-doubts.ts'
import type { Desk } from './desk.ts'
import { WrongUsage } from './failure.ts'

export interface ResolveOptions {
  resend?: boolean
  accept?: boolean
  yes?: boolean
}

export async function launchResolve(desk: Desk, options: ResolveOptions): Promise<void> {
  const { terminal, clock } = desk
  if (Boolean(options.resend) === Boolean(options.accept)) {
    throw new WrongUsage('choose one of --resend and --accept')
  }
  await desk.withDatabase(async ({ db }) => {
    await buryDeadRuns(db, clock())
    const { in_doubt: doubts } = await countLedger(db)
    if (doubts === 0) return await terminal.write('Nothing is in doubt.\n')
    await terminal.confirm(
      options.resend
        ? `Queue ${doubts} in doubt again? Some of them may get the letter twice.`
        : `Take ${doubts} in doubt for sent? Some of them may never have got the letter.`,
      options.yes,
    )
    const resolved = await resolveDoubts(db, options.resend ? 'resend' : 'accept', clock())
    await terminal.write(
      options.resend
        ? `${resolved} queued again. Run \`launch send\` to send them.\n`
        : `${resolved} taken for sent.\n`,
    )
  })
}
