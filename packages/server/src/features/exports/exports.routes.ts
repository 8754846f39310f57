import {
  createExport,
  defaultPageSize,
  type Export,
  exportContent,
  exports as listExports,
  showExport,
} from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { handle, handleBytes, type Route } from '../../http/handler.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Exports } from './exports.service.ts'
import type { ExportRow } from './exports.store.ts'
import { mediaTypeOf } from './media-type.ts'

interface Deps {
  exports: Exports
  blobs: Pick<Blobs, 'open'>
}

export const exportRoutes = ({ exports, blobs }: Deps): Route[] => [
  handle(createExport, async ({ actor, params, signal, body: { format, scenario_id, memo_version, watermark } }) =>
    presentExport(
      await exports.create(
        actor,
        params.deal_id,
        {
          format,
          scenarioId: scenario_id ?? undefined,
          memoVersion: memo_version ?? undefined,
          watermark: watermark ?? false,
        },
        signal,
      ),
    ),
  ),
  handle(listExports, async ({ actor, params, query: { cursor, limit = defaultPageSize } }) => {
    const found = await exports.list(actor, params.deal_id, { after: readCursor(cursor), limit })
    const { next } = found
    return {
      exports: found.exports.map(presentExport),
      next_cursor: next === undefined ? null : writeCursor([next.createdAt.toISOString(), next.id]),
      has_more: next !== undefined,
      can_export: found.canExport,
      is_model_writable: found.isModelWritable,
    }
  }),
  handle(showExport, ({ actor, params }) => exports.find(actor, params.deal_id, params.export_id).then(presentExport)),
  handleBytes(exportContent, async ({ actor, params }) => {
    const { sha256, fileName, size } = await exports.find(actor, params.deal_id, params.export_id)
    if (sha256 === null || fileName === null) return refuse('export_not_ready')
    return {
      sha256,
      size,
      fileName,
      mediaType: mediaTypeOf(fileName),
      open: async (range) => {
        const stream = await blobs.open(sha256, range)
        if (stream === undefined) throw new Error(`The file of an export is missing: ${sha256}`)
        return stream
      },
    }
  }),
]

const presentExport = (row: ExportRow): Export => ({
  id: row.id,
  format: row.format,
  scenario_id: row.scenarioId,
  memo_version: row.memoVersion,
  watermark: row.watermark,
  status: row.status,
  progress: row.progress,
  problem: row.problem,
  file_name: row.fileName,
  size: row.sha256 === null ? null : row.size,
  sha256: row.sha256,
  model_version: row.modelVersion,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})
