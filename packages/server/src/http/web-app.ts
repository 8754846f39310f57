import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openToAnyone } from './open-to-anyone.ts'
import { varyByEncoding } from './vary-by-encoding.ts'

/** The web app is built in the web package, next to this one. */
const builtPage = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

const aYear = 31_536_000

/** Path of the public site's style sheet; its name changes with its content. */
export const siteStylesheet = (): string => {
  requireBuilt()
  const built = JSON.parse(readFileSync(`${builtPage}.vite/manifest.json`, 'utf8'))
  return `/app/${built['src/styles/site.css'].file}`
}

const requireBuilt = (): void => {
  if (!existsSync(`${builtPage}index.html`)) throw new Error('The page is not built. Run npm run build.')
}

/** Serves the web app under /app. Every address inside it gets the same page, which reads the address itself. */
export const webApp = async (app: FastifyInstance): Promise<void> => {
  requireBuilt()
  openToAnyone(app)
  app.addHook('onSend', async (_request, reply) => varyByEncoding(reply))
  await app.register(files, {
    root: builtPage,
    prefix: '/app/',
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(`${builtPage}assets/`)
      reply.setHeader('cache-control', hashed ? `public, max-age=${aYear}, immutable` : 'no-cache')
    },
  })
  for (const url of ['/app', '/app/', '/app/*']) {
    app.get(url, (request, reply) => {
      // Answering a missing script with a page would cause a confusing error in the browser console.
      if (request.url.startsWith('/app/assets/')) return reply.callNotFound()
      return reply.sendFile('index.html')
    })
  }
}
