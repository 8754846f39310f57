import { anyone, type Method, operation } from '@deal-canvas/contract'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../domain-error.ts'
import type { Route } from './handler.ts'
import { routerPath } from './mount.ts'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers a known path called with an unsupported method with 405 and an Allow header, not with 404. */
export const refuseOtherMethods = (app: FastifyInstance, routes: readonly Route[]): void => {
  const served = new Map<string, Set<Method>>()
  for (const { operation: one } of routes) {
    served.set(one.path, (served.get(one.path) ?? new Set<Method>()).add(one.method))
  }
  for (const [path, allowed] of served) {
    const others = methods.filter((method) => !allowed.has(method))
    const allow = [...allowed].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    const refusal = operation({ id: 'other', method: 'GET', path, tag: 'None', summary: 'Refused', access: anyone })
    app.route({
      method: others,
      url: routerPath(path),
      config: { operation: refusal },
      onRequest: async (_, reply) => {
        reply.header('allow', allow)
        throw new DomainError('method_not_allowed')
      },
      handler: async () => undefined,
    })
  }
}
