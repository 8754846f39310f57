import { describeApi } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../domain-error.ts'
import { openToAnyone } from './open-to-anyone.ts'

/** The machine-readable description at /openapi.json and a page to read and try it at /docs. */
export const documentation = async (app: FastifyInstance): Promise<void> => {
  openToAnyone(app)
  const description = describeApi(operations)
  app.get('/openapi.json', async () => description)
  app.addHook('onRequest', async (request) => {
    // The reference page reads the address as a URL, and a name that cannot stand in one would be a fault of ours.
    if (!URL.canParse(`${request.protocol}://${request.hostname}`)) refuse('bad_request')
  })
  // The reference page draws itself with inline scripts and styles; it loads nothing from elsewhere.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/docs')) return
    reply.header(
      'content-security-policy',
      "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  })
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      // As a source, because with a url of its own it would offer copies of the description that it does not have.
      sources: [{ url: '/openapi.json' }],
      pageTitle: 'Deal Canvas API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  })
}
