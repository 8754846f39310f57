import { anyone, operation } from '@deal-canvas/contract'
import type { FastifyInstance } from 'fastify'

/** Declares every route of this plugin public: pages and files that are the same for everybody. */
export const openToAnyone = (app: FastifyInstance): void => {
  const page = operation({ id: 'page', method: 'GET', path: '', tag: 'Pages', summary: 'A page', access: anyone })
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, operation: page }
  })
}
