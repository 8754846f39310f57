import { InvalidInput } from '../../invalid-input.ts'
import { commentMessages } from '../../messages/comments.ts'
import type { DealAccess } from '../deals/index.ts'

export type ReadMentions = ReturnType<typeof createReadMentions>

/**
 * Returns each user once. Newly mentioned users must be able to see the deal; earlier mentions stay even if the user
 * has left since.
 */
export const createReadMentions =
  ({ deals }: { deals: Pick<DealAccess, 'visibleTo'> }) =>
  async (dealId: string, given: readonly string[], before: readonly string[] = []): Promise<string[]> => {
    const mentioned = [...new Set(given)]
    const added = mentioned.filter((userId) => !before.includes(userId))
    if (added.length === 0) return mentioned
    const known = new Set([...before, ...(await deals.visibleTo(dealId, added))])
    const objections = given.flatMap((userId, index) =>
      known.has(userId)
        ? []
        : [{ at: ['body', 'mentioned_user_ids', index], reason: commentMessages.mentionedCannotSee(), input: userId }],
    )
    if (objections.length > 0) throw new InvalidInput(...objections)
    return mentioned
  }

export const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
