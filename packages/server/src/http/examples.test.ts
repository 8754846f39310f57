import { describeApi, exampleOf } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { compileRequest } from '@deal-canvas/fastapi-validation'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'

const bodies = operations.filter(({ body }) => body !== undefined)
const answers = operations.filter(({ answer, mediaType }) => answer !== undefined && mediaType === 'application/json')

const pathOf = ({ params }: (typeof operations)[number]): Record<string, string> =>
  params === undefined ? {} : (exampleOf(params) as Record<string, string>)

describe('OpenAPI examples', () => {
  it.each(bodies.map((operation) => [operation.id, operation] as const))(
    'provides a valid example body for %s',
    (_, operation) => {
      const judged = compileRequest(operation)({
        params: pathOf(operation),
        query: {},
        body: Buffer.from(JSON.stringify(exampleOf(operation.body ?? {}))),
        contentType: 'application/json',
      })
      expect(judged).toMatchObject({ ok: true })
    },
  )

  it.each(answers.map((operation) => [operation.id, operation] as const))(
    'provides an example answer for %s that the service could send',
    async (_, { answer = {} }) => {
      const example = exampleOf(answer)
      const app = fastify()
      app.get('/', { schema: { response: { 200: answer } } }, async () => example)
      const { statusCode, body } = await app.inject('/')
      expect([statusCode, JSON.parse(body)]).toEqual([200, example])
    },
  )

  it('provides an example for every body and every JSON answer', () => {
    const { paths } = describeApi(operations) as { paths: Record<string, Record<string, Described>> }
    const described = operations.map(({ id, path, method, status, mediaType, body, answer }) => {
      const at = paths[path]?.[method.toLowerCase()]
      return {
        id,
        body: body === undefined || 'example' in (at?.requestBody?.content['application/json'] ?? {}),
        answer:
          answer === undefined ||
          mediaType !== 'application/json' ||
          'example' in (at?.responses[status]?.content?.['application/json'] ?? {}),
      }
    })
    expect(described.filter(({ body, answer }) => !body || !answer)).toEqual([])
  })
})

type Content = Record<string, object>

interface Described {
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
