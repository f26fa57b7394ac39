import { site as rawSite } from '../../content/site.ts'
import { team as rawTeam } from '../../content/team.ts'
import { readContent } from './read-content.ts'

/** The owner's content, checked. */
export const { site, team, sampleFields } = readContent(rawSite, rawTeam)
