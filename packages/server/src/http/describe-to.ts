import type { FastifyRequest } from 'fastify'
import { errorAnswer } from './error-answer.ts'

/** Describes an error to a client whose answer has already started, with the code and message of the error response. */
export const describeTo =
  (request: FastifyRequest) =>
  (error: unknown): { code: string; detail: string } => {
    const { body, fault } = errorAnswer(error, request.id)
    if (fault) request.log.error({ err: error }, 'A stream failed')
    return { code: String(body['code'] ?? 'internal'), detail: String(body['detail']) }
  }
