import { serve } from '@hono/node-server'
import { createInbox } from './inbox.ts'
import { createInboxPages } from './inbox-pages.ts'

// Loopback only: it takes any mail, and shows it to anybody.
const host = '127.0.0.1'
const smtpPort = 2525
const pagePort = 8025

const inbox = createInbox()
inbox.smtp.on('error', (error) => leave(error, smtpPort))
inbox.smtp.listen(smtpPort, host, () => {
  const server = serve(
    { fetch: createInboxPages(inbox).fetch, port: pagePort, hostname: host },
    () => {
      console.log(`Mailbox   http://localhost:${pagePort}`)
      console.log(`To fill it, start the site with  SMTP_URL=smtp://${host}:${smtpPort} npm start`)
    },
  )
  server.on('error', (error: Error) => leave(error, pagePort))
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

function leave(error: Error, port: number) {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(isTaken ? `Port ${port} is in use: is a mailbox running already?` : error.message)
  if (isTaken || port === pagePort) process.exit(1)
}
