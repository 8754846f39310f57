import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useMe } from '../../../session/me.ts'
import type { Standing } from './scenario-permissions.ts'

/** What decides which scenarios the user can change. */
export const useStanding = (needsApproval: boolean): Standing => {
  const { deal } = useCanvas()
  const { id: userId } = useMe()
  return { deal, userId, needsApproval }
}
