import { react, unreact } from '@deal-canvas/contract'
import { handle, type Route } from '../../../http/handler.ts'
import { commentPath } from '../comment-path.ts'
import { presentComment } from '../present-comment.ts'
import type { Reactions } from './reactions.service.ts'

export const reactionRoutes = ({ reactions }: { reactions: Reactions }): Route[] => [
  handle(react, ({ actor, params }) => reactions.add(actor, commentPath(params), params.emoji).then(presentComment)),
  handle(unreact, ({ actor, params }) =>
    reactions.remove(actor, commentPath(params), params.emoji).then(presentComment),
  ),
]
