/** The command line was not understood, and nothing was done; exit code 2. */
export class WrongUsage extends Error {}
