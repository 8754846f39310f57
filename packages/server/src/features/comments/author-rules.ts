import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'

interface Written {
  authorId: string
}

/** What somebody wrote is changed by nobody else, whatever their role. */
export const assertAuthor = ({ userId }: Actor, { authorId }: Written): void => {
  if (authorId !== userId) refuse('not_author')
}

/** By the role under the lock: whoever is no longer an owner must not delete what others wrote. */
export const assertAuthorOrOwner = (actor: Actor, { role }: Pick<ChangingDeal, 'role'>, written: Written): void => {
  if (role !== 'owner') assertAuthor(actor, written)
}
