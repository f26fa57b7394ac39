import { site as rawSite } from '../../content/site.ts'
import { team as rawTeam } from '../../content/team.ts'
import { readContent } from './read-content.ts'

/** What the owner wrote in content/, checked. */
export const { site, team, sampleFields } = readContent(rawSite, rawTeam)
