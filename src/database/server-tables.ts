import type { Instant } from './schema.ts'

/** Tables about the site itself, without personal data. */
export interface ServerTables {
  /** One row: the server that processes submissions and sends mail. It increments the counter as a heartbeat. */
  lease: { id: number; holder: string; counter: number }
  /** One row: the settings of the server that started last. */
  server_settings: { id: number; public_url: string; mail_from: string; started_at: Instant }
  backups: { made_at: Instant; file: string }
  /** Visits and signups by source, without personal data. */
  visits: {
    /** UTC. */
    day: string
    /** The tag in the address (utm_source, ref), the referring site, 'direct', 'untagged' or 'other'. */
    source: string
    visits: number
    signups: number
  }
  /** Steps from the form to the list, without personal data: see funnel.ts. */
  funnel: {
    day: string
    domain: string
    /** 'opened' is an upper bound: mail scanners open links, too. */
    step: 'asked' | 'accepted' | 'refused' | 'opened' | 'confirmed'
    count: number
  }
  /** A summary for the owner, once a period. */
  digests: { id: string; since: Instant; queued_at: Instant }
}
