import { type Block, BlockProblem, type BlockView, fencedBlocks, readBlock } from '@deal-canvas/memo'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { blocksOfTable, type Sections } from '../memo/index.ts'
import { type ModelComputing, ModelRefusal } from '../models/index.ts'
import { type BlockContext, type BlockServices, readBlockContext } from './block-context.ts'
import { factView, riskView } from './cited-views.ts'
import { gridView } from './grid-view.ts'
import { kpiView } from './kpi-view.ts'
import { scenarioView } from './scenario-view.ts'
import { seriesView } from './series-view.ts'
import { histogramView, tornadoView } from './simulation-views.ts'
import { tableView } from './table-view.ts'
import { Unavailable } from './unavailable.ts'

interface Deps extends BlockServices {
  sections: Pick<Sections, 'show'>
  /** The tables found in a workbook. */
  findTables: ModelComputing['modelTables']
}

const compute = (block: Block, context: BlockContext): BlockView | Promise<BlockView> => {
  switch (block.block) {
    case 'kpis':
      return kpiView(block, context)
    case 'model_table':
      return tableView(block, context)
    case 'sensitivity':
      return gridView(block, context)
    case 'scenarios':
      return scenarioView(block, context)
    case 'tornado':
      return tornadoView(block, context)
    case 'histogram':
      return histogramView(block, context)
    case 'chart':
      return seriesView(block, context)
    case 'fact':
      return factView(block, context)
    case 'risk':
      return riskView(block, context)
  }
}

/** A block that cannot be computed says why, and leaves the others of its section. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Unavailable) return error.message
  if (error instanceof InvalidInput) return error.objections.map(({ reason }) => reason).join('. ')
  // A busy service is a reason to try the whole section again, not a property of the block.
  if (error instanceof DomainError && ['no_model', 'model_too_costly', 'scenario_not_found'].includes(error.code))
    return error.message
  throw error
}

const readGiven = (given: unknown): Block => {
  try {
    return readBlock(given)
  } catch (error) {
    if (!(error instanceof BlockProblem)) throw error
    throw new InvalidInput({ at: ['body', 'block'], reason: messages.blockInvalid({ problem: error.message }) })
  }
}

export type Blocks = ReturnType<typeof createBlocks>

/** What the blocks of a section show, computed from the model and the documents as they are now. */
export const createBlocks = ({ sections, findTables, ...services }: Deps) => {
  const views = async (
    actor: Actor,
    dealId: string,
    blocks: readonly Block[],
    signal: AbortSignal,
  ): Promise<BlockView[]> => {
    if (blocks.length === 0) return []
    const context = await readBlockContext(services, { actor, dealId, signal })
    const found: BlockView[] = []
    // One after another: each may need the threads that compute models.
    for (const block of blocks)
      found.push(
        await Promise.resolve()
          .then(() => compute(block, context))
          .catch(
            (error: unknown): BlockView => ({
              view: 'unavailable',
              ...('title' in block && block.title !== undefined ? { title: block.title } : {}),
              reason: reasonOf(error),
            }),
          ),
      )
    return found
  }

  return {
    views,

    /** A workbook that cannot be computed has no tables. */
    tables: async (dealId: string, signal: AbortSignal): Promise<{ modelVersion: number; tables: Block[] }> => {
      const { state, version: modelVersion } = await services.models.present(dealId)
      if (state === undefined) return { modelVersion, tables: [] }
      const found = await findTables(state, signal).catch((error: unknown) => {
        if (error instanceof ModelRefusal) return []
        throw error
      })
      return { modelVersion, tables: found.flatMap((table) => blocksOfTable(table).slice(0, 1)) }
    },

    preview: async (actor: Actor, dealId: string, given: unknown, signal: AbortSignal): Promise<BlockView> => {
      const [view] = await views(actor, dealId, [readGiven(given)], signal)
      if (view === undefined) throw new Error('A block has no view')
      return view
    },

    ofSection: async (
      actor: Actor,
      dealId: string,
      sectionKey: string,
      signal: AbortSignal,
    ): Promise<{ version: number; modelVersion: number; blocks: BlockView[] }> => {
      const [{ version, content }, { version: modelVersion }] = await Promise.all([
        sections.show(dealId, sectionKey),
        services.models.present(dealId),
      ])
      return { version, modelVersion, blocks: await views(actor, dealId, fencedBlocks(content), signal) }
    },
  }
}
