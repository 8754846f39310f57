import { modelTables, previewBlock, sectionBlocks } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Blocks } from './blocks.service.ts'

export const blockRoutes = ({ blocks }: { blocks: Blocks }): Route[] => [
  handle(sectionBlocks, async ({ actor, params, signal }) => {
    const found = await blocks.ofSection(actor, params.deal_id, params.section_key, signal)
    return { version: found.version, model_version: found.modelVersion, blocks: found.blocks }
  }),
  handle(modelTables, async ({ params, signal }) => {
    const { modelVersion, tables } = await blocks.tables(params.deal_id, signal)
    return { model_version: modelVersion, tables }
  }),
  handle(previewBlock, async ({ actor, params, body, signal }) => ({
    view: await blocks.preview(actor, params.deal_id, body.block, signal),
  })),
]
