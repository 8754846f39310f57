import { InvalidInput } from '../../invalid-input.ts'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'
import type { Crops } from '../image-crops/crops.service.ts'
import type { Attachment, CommentRow } from './threads/thread.ts'

const at = ['body', 'attachment_ids'] as const

/** Before the change: each is a picture of the deal that no comment has. */
export const assertAttachable = (
  crops: Pick<Crops, 'assertFree'>,
  dealId: string,
  ids: readonly string[],
): Promise<void> => crops.assertFree(dealId, ids, at)

/** Inside the change: the pictures become the comment's own. One that somebody else made is as if it were not there. */
export const attachAll = async (
  crops: Pick<Crops, 'attach' | 'ofComments'>,
  deal: ChangingDeal,
  { ids, to: comment }: { ids: readonly string[]; to: Pick<CommentRow, 'id' | 'authorId'> },
): Promise<Attachment[]> => {
  if (ids.length === 0) return []
  for (const id of new Set(ids)) await crops.attach(deal, id, comment.id)
  const taken = await crops.ofComments(deal.row.id, [comment.id])
  const own = new Set(taken.filter(({ createdBy }) => createdBy === comment.authorId).map(({ id }) => id))
  const objections = ids.flatMap((id, place) =>
    own.has(id) ? [] : [{ at: [...at, place], reason: 'There is no such picture', input: id }],
  )
  if (objections.length > 0) throw new InvalidInput(...objections)
  return taken
}
