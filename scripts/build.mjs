import { build, installIfNeeded } from './prepare.mjs'

installIfNeeded()
process.exit(build() ? 0 : 1)
