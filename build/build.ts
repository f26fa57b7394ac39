import { createBuilder } from 'vite'
import { readable } from '../src/mendable.ts'
import { checkContent } from './check-content.ts'

try {
  await checkContent()
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
} catch (error) {
  console.error(readable(error))
  process.exit(1)
}
