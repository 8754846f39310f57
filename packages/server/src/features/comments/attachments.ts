import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { Crops } from '../image-crops/index.ts'
import type { Attachment, CommentRow } from './threads/thread.ts'

const at = ['body', 'attachment_ids'] as const

/** Runs before the change: each picture must belong to the deal and to no comment. */
export const assertAttachable = (
  crops: Pick<Crops, 'assertFree'>,
  dealId: string,
  ids: readonly string[],
): Promise<void> => crops.assertFree(dealId, ids, at)

/** Runs inside the change: attaches the pictures to the comment. A picture of another user is treated as missing. */
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
    own.has(id) ? [] : [{ at: [...at, place], reason: requestMessages.pictureNotFound(), input: id }],
  )
  if (objections.length > 0) throw new InvalidInput(...objections)
  return taken
}
