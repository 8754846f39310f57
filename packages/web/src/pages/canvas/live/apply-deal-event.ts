import type { Referred } from '@deal-canvas/client'
import type { Canvas, DealEvent, Section } from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { applyCommentEvent, applyThings } from '../comments/cache/apply-comment-event.ts'

const aboutThreads = /^(comment|reply|suggestion|section)\./
const aboutNumbers = /^(metric|metrics|ripple|model)\./
const aboutDeal = /^(deal|canvas|document)\./

/** The service speaks one language with us: what is called a section there is one here. */
const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && 'section_key' in value && 'content' in value

const withSection = (sections: readonly Section[], next: Section): Section[] => {
  const known = sections.find(({ section_key }) => section_key === next.section_key)
  if (known === undefined) return [...sections, next]
  // A canvas that was read meanwhile may be ahead of what is told here.
  if (known.version > next.version) return [...sections]
  return sections.map((section) => (section === known ? next : section))
}

const changeSections = (
  queries: QueryClient,
  dealId: string,
  change: (sections: readonly Section[]) => Section[],
): void => {
  queries.setQueryData<Canvas>([...dealKey(dealId), 'canvas'], (canvas) =>
    canvas === undefined ? undefined : { ...canvas, sections: change(canvas.sections) },
  )
}

/** A section as its writer got it back; the channel tells everybody else. */
export const applySection = (queries: QueryClient, dealId: string, section: Section): void =>
  changeSections(queries, dealId, (sections) => withSection(sections, section))

const applySectionEvent = (
  queries: QueryClient,
  dealId: string,
  { type, data }: Pick<DealEvent, 'type' | 'data'>,
): void => {
  const { section, section_key: key, section_keys: keys } = data ?? {}
  if (isSection(section)) applySection(queries, dealId, section)
  if (section === null) changeSections(queries, dealId, (all) => all.filter(({ section_key }) => section_key !== key))
  if (type === 'section.marked_stale' && Array.isArray(keys))
    changeSections(queries, dealId, (all) =>
      all.map((one) => (keys.includes(one.section_key) ? { ...one, stale: true } : one)),
    )
}

/** What an event was too large to carry, read separately. The event itself was applied and counted before. */
export const applyReferred = (
  queries: QueryClient,
  dealId: string,
  { type, data }: Pick<DealEvent, 'type' | 'data'>,
  { section, comment }: Referred,
): void => {
  if (section !== undefined) applySectionEvent(queries, dealId, { type, data: { ...data, section } })
  applyThings(queries, dealId, { ...data, section, comment })
}

/** Brings what the page knows of a deal up to what has happened. */
export const applyDealEvent = (queries: QueryClient, dealId: string, event: DealEvent): void => {
  const askAnew = (...parts: string[]) => {
    for (const part of parts) void queries.invalidateQueries({ queryKey: [...dealKey(dealId), part] })
  }
  applySectionEvent(queries, dealId, event)
  if (aboutThreads.test(event.type)) applyCommentEvent(queries, dealId, event)
  if (aboutNumbers.test(event.type)) askAnew('metrics', 'quality', 'model', 'reading')
  // Until there are metrics, the memo shows the numbers that came with the canvas.
  if (aboutNumbers.test(event.type) && queries.getQueryData([...dealKey(dealId), 'metrics']) === undefined)
    askAnew('canvas')
  if (aboutDeal.test(event.type)) askAnew('canvas', 'documents', 'people')
  if (event.type === 'canvas.built') askAnew('metrics', 'quality', 'model', 'reading')
  if (event.type === 'feedback.given') askAnew('ratings')
  askAnew('record')
}
