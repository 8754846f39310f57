import {
  orderSections,
  type RemovedSection,
  removedSections,
  removeSection,
  renameSection,
  restoreSection,
  sectionHistory,
  showSection,
  writeSection,
} from '@deal-canvas/contract'
import { fitting } from '../../../answer-size.ts'
import { readCursor, writeCursor } from '../../../http/cursor.ts'
import { handle, type Route } from '../../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../../http/number-cursor.ts'
import type { SectionDocuments } from '../documents/section-documents.ts'
import { presentSection } from './present-section.ts'
import type { Sections } from './sections.service.ts'
import type { RemovedRow, VersionRow } from './sections.store.ts'

interface Deps {
  sections: Sections
  documents: Pick<SectionDocuments, 'read' | 'contentIn'>
}

export const sectionRoutes = ({ sections, documents }: Deps): Route[] => [
  handle(showSection, async ({ params, query }) => {
    const section = await sections.show(params.deal_id, params.section_key)
    const document = query.document === true ? { document: await documents.read(section.content) } : {}
    return { ...presentSection(section), ...document }
  }),
  handle(writeSection, async ({ actor, params, body: { document, ...body }, ifMatch }) => {
    const content = await documents.contentIn({ ...body, document })
    const { deal_id: dealId, section_key: sectionKey } = params
    return presentSection(await sections.put(actor, dealId, { ...body, sectionKey, content, seen: ifMatch }))
  }),
  handle(renameSection, async ({ actor, params, body: { title }, ifMatch }) => {
    const { deal_id: dealId, section_key: sectionKey } = params
    return presentSection(await sections.rename(actor, dealId, { sectionKey, title, seen: ifMatch }))
  }),
  handle(removeSection, ({ actor, params, ifMatch }) =>
    sections.remove(actor, params.deal_id, params.section_key, ifMatch),
  ),
  handle(restoreSection, async ({ actor, params }) =>
    presentSection(await sections.restore(actor, params.deal_id, params.section_key)),
  ),
  handle(orderSections, async ({ actor, params, body: { from, section_keys: sectionKeys } }) => ({
    section_keys: [...(await sections.order(actor, params.deal_id, { from, sectionKeys }))],
  })),
  handle(removedSections, async ({ params, query: { limit = 20, cursor } }) => {
    const end = readCursor(cursor, isSectionKey)
    const after = end && { time: end.time, sectionKey: end.id }
    const rows = await sections.removed(params.deal_id, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const more = rows.length > shown.length && last !== undefined
    return {
      sections: shown.map(presentRemoved),
      next_cursor: more ? writeCursor([last.removedAt.toISOString(), last.sectionKey]) : null,
      has_more: more,
    }
  }),
  handle(sectionHistory, async ({ params, query: { limit = 20, cursor } }) => {
    const before = readNumberCursor(cursor)
    const rows = await sections.history(params.deal_id, params.section_key, { before, limit: limit + 1 })
    const shown = fitting(rows.slice(0, limit), ({ content }) => Buffer.byteLength(content))
    const last = shown.at(-1)
    const more = rows.length > shown.length && last !== undefined
    return {
      versions: shown.map(presentVersion),
      next_cursor: more ? writeNumberCursor(last.version) : null,
      has_more: more,
    }
  }),
]

const isSectionKey = (text: string): boolean => /^[a-z0-9_]{1,64}$/.test(text)

const presentRemoved = (row: RemovedRow): RemovedSection => ({
  section_key: row.sectionKey,
  title: row.title,
  version: row.version,
  open_comments: row.openComments,
  open_blockers: row.openBlockers,
  removed_at: row.removedAt.toISOString(),
  removed_by: row.removedBy,
  removed_by_name: row.removedByName,
  removed_by_email_verified: row.removedByEmailVerified,
})

const presentVersion = ({ version, title, content, updatedAt, ...author }: VersionRow) => ({
  version,
  title,
  content,
  updated_by: author.updatedBy,
  updated_by_name: author.updatedByName,
  updated_by_email_verified: author.updatedByEmailVerified,
  updated_at: updatedAt.toISOString(),
})
