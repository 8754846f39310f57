import { canDeleteComment, canEditComment } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'

interface Written {
  authorId: string
}

/** Only the author can edit a text, whatever the role of others. */
export const assertAuthor = ({ userId }: Actor, { authorId }: Written): void => {
  if (!canEditComment({ userId, authorId })) refuse('not_author')
}

/** Uses the role read under the lock: a member who is no longer an owner must not delete the texts of others. */
export const assertAuthorOrOwner = (
  { userId }: Actor,
  { role }: Pick<ChangingDeal, 'role'>,
  { authorId }: Written,
): void => {
  if (!canDeleteComment(role, { userId, authorId })) refuse('not_author')
}
