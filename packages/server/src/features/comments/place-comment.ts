import { refuse } from '../../domain-error.ts'
import type { Sections } from '../memo/index.ts'
import { createBudget, maxQuickSteps, placeAnchor, planReanchoring } from '../memo/index.ts'
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

/** Finds the anchor of a new comment in its section. */
export const createPlaceComment =
  ({ sections }: { sections: Pick<Sections, 'lockRow' | 'isKept'> }) =>
  async (dealId: string, { sectionKey, anchorText, anchorPrefix, anchorSuffix }: Wanted): Promise<Place> => {
    if (sectionKey === null) return noPlace
    const section = await sections.lockRow(dealId, sectionKey)
    if (section === undefined) {
      return refuse((await sections.isKept(dealId, sectionKey)) ? 'section_removed' : 'section_not_found')
    }
    if (anchorText === null) return noPlace
    return placeOf(placeAnchor(section.content, { anchorText, prefix: anchorPrefix, suffix: anchorSuffix }))
  }

/**
 * Re-anchors a comment in the current text, because only open comments follow every change of their section. Undefined
 * if the anchor stays.
 */
export const placeAgain = (comment: CommentRow, content: string): Place | undefined => {
  const { id, anchorText: quote, anchorStatus: status } = comment
  if (quote === null || status === 'none') return undefined
  const { anchorPrefix: prefix, anchorSuffix: suffix, anchorPosition: position } = comment
  const anchor = { id, quote, prefix, suffix, position, status }
  const [found] = planReanchoring([anchor], content, undefined, createBudget(maxQuickSteps))
  return found === undefined ? undefined : placeOf(found)
}
