import type { Notice } from '../audit-trail/deal-changes.service.ts'

export interface Addressed {
  userId: string
  notice: Notice
}

/** Of one act; a list of mentioned people and a team together do not come near it. */
export const maxPeople = 1_000

/**
 * Who hears of an act, and why: nobody of their own act, everybody once. What comes first in the list wins, except
 * that a mention wins over all.
 */
export const onePerPerson = (notices: readonly Notice[], actorId: string): Addressed[] => {
  const mentionsFirst = notices.toSorted((a, b) => Number(isMention(b)) - Number(isMention(a)))
  const why = new Map<string, Notice>()
  for (const notice of mentionsFirst)
    for (const userId of notice.to) if (userId !== actorId && !why.has(userId)) why.set(userId, notice)
  return [...why].slice(0, maxPeople).map(([userId, notice]) => ({ userId, notice }))
}

const isMention = ({ type }: Notice): boolean => type === 'mention'
