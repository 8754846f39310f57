import { blockRoutes } from './blocks.routes.ts'
import { type Blocks, createBlocks } from './blocks.service.ts'

export type { Blocks } from './blocks.service.ts'
export { earlierViews } from './earlier-views.ts'

/** The blocks of a memo besides text: tables of the model, charts, key figures, cited facts and risks. */
export const createBlocksFeature = (needs: Parameters<typeof createBlocks>[0]) => {
  const blocks: Blocks = createBlocks(needs)
  return { blocks, routes: blockRoutes({ blocks }) }
}
