import { refuse } from '../../domain-error.ts'
import { createBudget } from '../memo/anchors/budget.ts'
import { maxQuickSteps, placeAnchor, planReanchoring } from '../memo/anchors/reanchoring.ts'
import type { Sections } from '../memo/sections/sections.service.ts'
import type { CommentRow, Place } from './threads/thread.ts'

type Wanted = Pick<CommentRow, 'sectionKey' | 'anchorText' | 'anchorPrefix' | 'anchorSuffix'>

const noPlace: Place = { anchorStatus: 'none', anchorPosition: null, anchorPrefix: null, anchorSuffix: null }

interface Found {
  status: Place['anchorStatus']
  position: number | null
  prefix: string | null
  suffix: string | null
}

const placeOf = ({ status, position, prefix, suffix }: Found): Place => ({
  anchorStatus: status,
  anchorPosition: position,
  anchorPrefix: prefix,
  anchorSuffix: suffix,
})

export type PlaceComment = ReturnType<typeof createPlaceComment>

/** Where in its section a new comment belongs. */
export const createPlaceComment =
  ({ sections }: { sections: Pick<Sections, 'lockRow'> }) =>
  async (dealId: string, { sectionKey, anchorText, anchorPrefix, anchorSuffix }: Wanted): Promise<Place> => {
    if (sectionKey === null) return noPlace
    const section = (await sections.lockRow(dealId, sectionKey)) ?? refuse('section_not_found')
    if (anchorText === null) return noPlace
    return placeOf(placeAnchor(section.content, { anchorText, prefix: anchorPrefix, suffix: anchorSuffix }))
  }

/** Where it belongs now. Only open comments follow every change of their section; undefined: where it was. */
export const placeAgain = (comment: CommentRow, content: string): Place | undefined => {
  const { id, anchorText: quote, anchorStatus: status } = comment
  if (quote === null || status === 'none') return undefined
  const { anchorPrefix: prefix, anchorSuffix: suffix, anchorPosition: position } = comment
  const anchor = { id, quote, prefix, suffix, position, status }
  const [found] = planReanchoring([anchor], content, undefined, createBudget(maxQuickSteps))
  return found === undefined ? undefined : placeOf(found)
}
