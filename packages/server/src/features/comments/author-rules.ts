import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'

interface Written {
  authorId: string
}

/** What somebody wrote is changed by nobody else, whatever their role. */
export const assertAuthor = ({ userId }: Actor, { authorId }: Written): void => {
  if (authorId !== userId) refuse('not_author')
}

export const assertAuthorOrOwner = (actor: Actor, written: Written): void => {
  if (actor.dealRole !== 'owner') assertAuthor(actor, written)
}
