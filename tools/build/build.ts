import { createBuilder } from 'vite'
import { describeError } from '../../src/user-error.ts'
import { checkContent } from './check-content-files.ts'

try {
  await checkContent()
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
} catch (error) {
  console.error(describeError(error))
  process.exit(1)
}
