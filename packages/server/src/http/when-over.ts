import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Outcome {
  status: number
  ms: number
}

/** The status of a request whose client left before its answer began; nobody is sent it. */
const clientLeft = 499

/** Told once for each request when it is over: answered, or given up by its client, which no hook after the answer sees. */
export const whenOver = (app: FastifyInstance, tell: (request: FastifyRequest, outcome: Outcome) => void): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      tell(request, { status: reply.raw.headersSent ? reply.statusCode : clientLeft, ms: reply.elapsedTime })
    })
  })
}
