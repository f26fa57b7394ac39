import { Mendable } from '#mendable.ts'

/** A sentence for the owner; no stack, exit code 1. */
export class Failure extends Mendable {}

/** The command line was not understood, and nothing was done; exit code 2. */
export class WrongUsage extends Error {}
