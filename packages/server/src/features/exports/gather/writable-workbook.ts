import type { DocumentRow, Documents } from '../../documents/index.ts'
import type { Models } from '../../models/index.ts'

interface Deps {
  documents: Pick<Documents, 'all'>
  models: Pick<Models, 'current'>
}

export type WritableWorkbook = ReturnType<typeof createWritableWorkbook>

/** The workbook of the model if values can be written into it; undefined: there is none, or it has another format. */
export const createWritableWorkbook =
  ({ documents, models }: Deps) =>
  async (dealId: string): Promise<DocumentRow | undefined> => {
    const model = await models.current(dealId)
    if (model === undefined || model.sha256 === null) return undefined
    const document = (await documents.all(dealId)).find(({ id }) => id === model.documentId)
    const isWritable = document?.kind === 'xlsx' || document?.kind === 'xlsm'
    return isWritable && document.sha256 === model.sha256 ? document : undefined
  }
