import type { FastifyRequest } from 'fastify'
import { errorAnswer } from './error-answer.ts'

/** How a fault is told to a client whose answer has begun: by the code and the sentence of the answer it would have been. */
export const describeTo =
  (request: FastifyRequest) =>
  (error: unknown): { code: string; detail: string } => {
    const { body, fault } = errorAnswer(error, request.id)
    if (fault) request.log.error({ err: error }, 'A stream failed')
    return { code: String(body['code'] ?? 'internal'), detail: String(body['detail']) }
  }
