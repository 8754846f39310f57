import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Outcome {
  status: number
  ms: number
}

/** Logged status of a request whose client left before the answer started; never sent. */
const clientLeft = 499

/**
 * Called once per request when it is over: answered, or aborted by its client, which Fastify's onResponse hook does not
 * see.
 */
export const whenOver = (app: FastifyInstance, tell: (request: FastifyRequest, outcome: Outcome) => void): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      tell(request, { status: reply.raw.headersSent ? reply.statusCode : clientLeft, ms: reply.elapsedTime })
    })
  })
}
