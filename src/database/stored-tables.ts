import type SQLite from 'better-sqlite3'

/** What describes this machine and its processes, not what they know: it is not for another one. */
const passing = new Set(['migrations', 'mail_pace', 'rate_limits', 'backups'])

/** The tables that a backup holds, each after those it refers to. */
export function storedTables(database: SQLite.Database): string[] {
  const names = database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .pluck()
    .all()
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    const referred = database.pragma(`foreign_key_list(${name})`) as { table: string }[]
    for (const { table } of referred) visit(table)
    ordered.push(name)
  }
  for (const name of names) if (!passing.has(name)) visit(name)
  return ordered
}
