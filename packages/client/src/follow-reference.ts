import { type AnswerOf, type DealEvent, showComment, showSection } from '@deal-canvas/contract'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** The section or comment of an event that was too large to carry it. Null if it was deleted meanwhile. */
export interface Referred {
  section?: AnswerOf<typeof showSection> | null
  comment?: AnswerOf<typeof showComment> | null
}

/** True if an event carries a reference instead of its content (more than 64 KiB). */
export const hasReference = ({ data }: DealEvent): boolean => typeof data?.['ref'] === 'string'

const orNull = async <Answer>(asking: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await asking
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Reads what an event refers to. A reference to the audit trail has nothing to show. */
export const followReference = async (
  { call }: Pick<Client, 'call'>,
  dealId: string,
  { data }: DealEvent,
): Promise<Referred> => {
  const { ref, section_key: sectionKey, comment_id: commentId } = data ?? {}
  const isAbout = (kind: 'sections' | 'comments'): boolean => String(ref).includes(`/${kind}/`)
  const referred: Referred = {}
  if (isAbout('sections') && typeof sectionKey === 'string')
    referred.section = await orNull(call(showSection, { params: { deal_id: dealId, section_key: sectionKey } }))
  // An accepted suggestion concerns both, but refers only to the section.
  if ((isAbout('comments') || isAbout('sections')) && typeof commentId === 'string')
    referred.comment = await orNull(call(showComment, { params: { deal_id: dealId, comment_id: commentId } }))
  return referred
}
