import { type ComparedNumber, type ComparedSection, compareMemoVersions, listMemoVersions } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursor.ts'
import type { MemoComparison, MemoVersions } from './memo-versions.service.ts'
import type { VersionRow } from './memo-versions.store.ts'

export const memoVersionRoutes = ({ versions }: { versions: MemoVersions }): Route[] => [
  handle(listMemoVersions, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await versions.list(params.deal_id, { before: readNumberCursor(cursor), limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const more = rows.length > shown.length && last !== undefined
    return {
      versions: shown.map(presentVersion),
      next_cursor: more ? writeNumberCursor(last.version) : null,
      has_more: more,
    }
  }),

  handle(compareMemoVersions, async ({ params, query: { from, to, cursor } }) => {
    const skip = readNumberCursor(cursor) ?? 0
    const found = await versions.compare(params.deal_id, { from, to, skip })
    return {
      from: presentSide(found.from),
      to: presentSide(found.to),
      sections: found.sections.map(presentSection),
      numbers: found.numbers.map(presentNumber),
      next_cursor: found.next === undefined ? null : writeNumberCursor(found.next),
      has_more: found.next !== undefined,
    }
  }),
]

const presentVersion = (row: VersionRow) => ({
  version: row.version,
  at: row.at.toISOString(),
  made_by: row.madeBy,
  made_by_name: row.madeByName,
  made_by_email_verified: row.madeByEmailVerified,
  event_seq: row.seq,
  model_version: row.modelVersion,
  sections_changed: row.sectionsChanged,
  numbers_changed: row.numbersChanged,
})

const presentSide = ({ version, at, modelVersion, currency }: VersionRow) => ({
  version,
  at: at.toISOString(),
  model_version: modelVersion,
  currency,
})

type Compared = MemoComparison['sections'][number]

const changeOf = ({ from, to, parts }: Compared): ComparedSection['change'] => {
  if (from === undefined) return 'added'
  if (to === undefined) return 'removed'
  return from.title === to.title && parts.every(({ change }) => change === 'same') ? 'same' : 'changed'
}

const presentSection = (section: Compared): ComparedSection => ({
  section_key: section.sectionKey,
  change: changeOf(section),
  title_from: section.from?.title ?? null,
  title_to: section.to?.title ?? null,
  version_from: section.from?.sectionVersion ?? null,
  version_to: section.to?.sectionVersion ?? null,
  parts: section.parts,
})

const presentNumber = ({ metricKey, label, from, to }: MemoComparison['numbers'][number]): ComparedNumber => ({
  metric_key: metricKey,
  label,
  from: from?.value ?? null,
  unit_from: from?.unit ?? null,
  to: to?.value ?? null,
  unit_to: to?.unit ?? null,
})
