import {
  type DealImport,
  defaultPageSize,
  importDeal,
  dealImports as listImports,
  maxBundleBytes,
  showDealImport,
} from '@deal-canvas/contract'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { handle, handleFiles, type Route } from '../../http/handler.ts'
import type { Imports } from './imports.service.ts'
import type { ImportRow } from './imports.store.ts'

const orgOf = (given: string | undefined): string | null | undefined => (given === 'personal' ? null : given)

export const importRoutes = ({ imports }: { imports: Imports }): Route[] => [
  handleFiles(importDeal, async ({ actor, files, fields }) => {
    // One file: the form has it, or reading it fails.
    const content = (async function* () {
      for await (const file of files) yield* file.content
    })()
    return presentImport(
      await imports.take(actor, { content, maxBytes: maxBundleBytes, orgId: () => orgOf(fields().org_id) }),
    )
  }),
  handle(listImports, async ({ actor, query: { cursor, limit = defaultPageSize } }) => {
    const { imports: rows, next } = await imports.list(actor.userId, { after: readCursor(cursor), limit })
    return {
      imports: rows.map(presentImport),
      next_cursor: next === undefined ? null : writeCursor([next.createdAt.toISOString(), next.id]),
      has_more: next !== undefined,
    }
  }),
  handle(showDealImport, ({ actor, params }) => imports.find(actor.userId, params.import_id).then(presentImport)),
]

const presentImport = (row: ImportRow): DealImport => ({
  id: row.id,
  deal_id: row.dealId,
  org_id: row.orgId,
  status: row.status,
  progress: row.progress,
  problem: row.problem,
  fingerprint: row.fingerprint,
  size: row.size,
  created_at: row.createdAt.toISOString(),
})
