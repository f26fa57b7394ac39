/** How the owner calls the command line in a checkout. A server and a container say otherwise: ADMIN_COMMAND. */
export const npmAdmin = 'npm run admin --'

/** For `>`, `<` and `|`: npm would print lines of its own first, and compose would expect a terminal. */
export function pipedAdmin(adminCommand: string): string {
  if (adminCommand === npmAdmin) return 'npm run --silent admin --'
  return adminCommand.replace(/\bexec (?!-T)/, 'exec -T ')
}
