import type { Notice } from '../audit-trail/index.ts'

export interface Addressed {
  userId: string
  notice: Notice
}

/** Per action; mentions and a team together stay far below it. */
export const maxPeople = 1_000

/**
 * Who is notified of an action, and why: everyone named once, except the actor. The first notice in the list wins, but
 * a mention wins over all.
 */
export const onePerPerson = (notices: readonly Notice[], actorId: string): Addressed[] => {
  const mentionsFirst = notices.toSorted((a, b) => Number(isMention(b)) - Number(isMention(a)))
  const why = new Map<string, Notice>()
  for (const notice of mentionsFirst)
    for (const userId of notice.to) {
      const isOwnAct = userId === actorId && notice.causedBy === undefined
      if (!isOwnAct && !why.has(userId)) why.set(userId, notice)
    }
  return [...why].slice(0, maxPeople).map(([userId, notice]) => ({ userId, notice }))
}

const isMention = ({ type }: Notice): boolean => type === 'mention'
