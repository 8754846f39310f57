import type { FastifyRequest } from 'fastify'
import { errorAnswer } from './error-answer.ts'

/**
 * Describes an error to a client whose answer has already started, with the code and message of the error response. It
 * does not keep the request, which would otherwise stay in memory as long as a channel is open.
 */
export const describeTo =
  ({ id, server: { log } }: FastifyRequest) =>
  (error: unknown): { code: string; detail: string } => {
    const { body, fault } = errorAnswer(error, id)
    if (fault) log.error({ reqId: id, err: error }, 'A stream failed')
    return { code: String(body['code'] ?? 'internal'), detail: String(body['detail']) }
  }
