import { actingFor } from '../../acting-for.ts'
import type { Intake } from '../intake/index.ts'
import { shippedFiles } from './shipped-files.ts'

const conversationId = 'demo-intake'
const fileNames = ['helios.xlsx', 'helios-management-presentation.docx']

/** Creates an intake conversation that has files but no confirmed deal name. */
export const createPlantIntake =
  ({ intake }: { intake: Pick<Intake, 'start' | 'addFiles'> }) =>
  async (orgId: string, ownerId: string): Promise<void> => {
    const owner = actingFor(ownerId, 'owner')
    await intake.start(owner, orgId, conversationId)
    await intake.addFiles(owner, conversationId, shippedFiles(fileNames), new AbortController().signal)
  }
