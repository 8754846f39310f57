import { refuse } from '../../../domain-error.ts'
import { exportMessages as messages } from '../../../messages/exports.ts'
import type { Documents } from '../../documents/index.ts'
import { asOfNow, type CellToWrite, type ModelComputing, type Models } from '../../models/index.ts'
import type { ReadScenarioInputs } from '../../scenarios/index.ts'
import { ExportProblem } from '../export-problem.ts'
import type { ExportOrder, Gathered, Watermark } from '../renderers.ts'
import type { WritableWorkbook } from './writable-workbook.ts'

interface Deps {
  writableWorkbook: WritableWorkbook
  documents: Pick<Documents, 'bytes'>
  models: Pick<Models, 'present'>
  computing: Pick<ModelComputing, 'cellsToWrite'>
  readInputs: ReadScenarioInputs
}

/** A workbook, and the values to write into it. */
export interface WorkbookToWrite {
  bytes: Uint8Array
  cells: readonly CellToWrite[]
  watermark: Watermark | undefined
}

export type GatherWorkbook = ReturnType<typeof createGatherWorkbook>

/** Reads the original workbook of a deal and the cells that a scenario changes. */
export const createGatherWorkbook =
  ({ writableWorkbook, documents, models, computing, readInputs }: Deps) =>
  async ({ actor, dealId, scenarioId, watermark }: ExportOrder, signal: AbortSignal): Promise<Gathered> => {
    const [{ state, version, tier }, document] = await Promise.all([models.present(dealId), writableWorkbook(dealId)])
    if (state === undefined || document === undefined) return refuse('format_not_writable')
    const [scenario] = scenarioId === undefined ? [] : await readInputs(actor, dealId, [scenarioId], signal)
    const inputs = scenario?.inputs ?? { overrides: state.overrides }
    const cells = await computing.cellsToWrite(state, inputs, signal).catch(asOfNow)
    if (cells.length > 0 && tier !== 'full') throw new ExportProblem(messages.notRecalculated())
    const input: WorkbookToWrite = { bytes: await documents.bytes(document), cells, watermark }
    return { input, extension: document.kind, modelVersion: version, scenarioVersion: scenario?.version ?? null }
  }
