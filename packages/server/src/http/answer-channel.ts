import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Connection } from '../connection.ts'
import { refuse } from '../domain-error.ts'
import { describeTo } from './describe-to.ts'
import type { OpenStreams } from './open-streams.ts'
import { upgrade } from './upgrades.ts'

/** Hands the connection over to the channel until the client, the session, the token or the service ends it. */
export const answerChannel = (
  take: (connection: Connection) => void,
  { request, reply, streams }: { request: FastifyRequest; reply: FastifyReply; streams: Pick<OpenStreams, 'add'> },
): void => {
  const actor = request.actor ?? refuse('not_authenticated')
  // Before the upgrade, so that a client with too many open streams gets an ordinary error.
  const watched = streams.add(actor)
  request.raw.socket.once('close', watched.forget)
  upgrade(request, reply, (socket) => take({ socket, watched, watch: streams.add, describe: describeTo(request) }))
}
