import { sectionHistory, showSection, writeSection } from '@deal-canvas/contract'
import { fitting } from '../../../answer-size.ts'
import { handle, type Route } from '../../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../../http/number-cursor.ts'
import { presentSection } from './present-section.ts'
import type { Sections } from './sections.service.ts'
import type { VersionRow } from './sections.store.ts'

export const sectionRoutes = ({ sections }: { sections: Sections }): Route[] => [
  handle(showSection, ({ params }) => sections.show(params.deal_id, params.section_key).then(presentSection)),
  handle(writeSection, ({ actor, params, body, ifMatch }) =>
    sections
      .put(actor, params.deal_id, { sectionKey: params.section_key, ...body, seen: ifMatch })
      .then(presentSection),
  ),
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

const presentVersion = ({ version, title, content, updatedAt, ...author }: VersionRow) => ({
  version,
  title,
  content,
  updated_by: author.updatedBy,
  updated_by_name: author.updatedByName,
  updated_by_email_verified: author.updatedByEmailVerified,
  updated_at: updatedAt.toISOString(),
})
