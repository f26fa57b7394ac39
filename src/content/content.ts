import { pitch as rawPitch } from '../../content/pitch.ts'
import { questionnaire as rawQuestionnaire } from '../../content/questionnaire.ts'
import { site as rawSite } from '../../content/site.ts'
import { team as rawTeam } from '../../content/team.ts'
import { readContent } from './read-content.ts'

/** The owner's content, checked. */
export const { site, team, pitch, questionnaire, sampleFields } = readContent(
  rawSite,
  rawTeam,
  rawPitch,
  rawQuestionnaire,
)
