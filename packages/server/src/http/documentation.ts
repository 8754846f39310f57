import { describeApi } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../domain-error.ts'
import { requestMessages } from '../messages/requests.ts'
import { openToAnyone } from './open-to-anyone.ts'

/** Serves the API description at /openapi.json and an interactive reference at /docs. */
export const documentation = async (app: FastifyInstance): Promise<void> => {
  openToAnyone(app)
  const description = describeApi(operations)
  app.get('/openapi.json', async () => description)
  app.addHook('onRequest', async (request) => {
    // The reference page parses the host as a URL; an invalid host would cause a 500.
    if (!URL.canParse(`${request.protocol}://${request.hostname}`)) refuse('bad_request')
  })
  // The reference page renders itself with inline scripts and styles; it loads nothing from other hosts.
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
      // Passed as a source: with a `url`, the page would offer downloads of the description that do not exist.
      sources: [{ url: '/openapi.json' }],
      pageTitle: requestMessages.apiTitle(),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  })
}
