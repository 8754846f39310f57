import { refuse } from '../../../domain-error.ts'
import { ExportProblem } from '../export-problem.ts'
import type { RenderThread } from '../render-thread.ts'
import type { ExportOrder } from '../renderers.ts'
import type { GatherWorkbook, WorkbookToWrite } from './gather-workbook.ts'

export type AssertWritable = ReturnType<typeof createAssertWritable>

/** Refuses a workbook whose numbers cannot be written into it, before anybody waits for the file. */
export const createAssertWritable =
  ({ gatherWorkbook, thread }: { gatherWorkbook: GatherWorkbook; thread: Pick<RenderThread, 'run'> }) =>
  async (order: ExportOrder, signal: AbortSignal): Promise<void> => {
    try {
      const { input } = await gatherWorkbook(order, signal)
      if ((input as WorkbookToWrite).cells.length > 0) await thread.run('checkModelWorkbook', input, signal)
    } catch (error) {
      if (error instanceof ExportProblem) refuse('format_not_writable', { detail: error.message })
      throw error
    }
  }
