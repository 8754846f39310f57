import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openToAnyone } from './open-to-anyone.ts'
import { varyByEncoding } from './vary-by-encoding.ts'

/** The built page stands in the web package, beside this one. */
const builtPage = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

const aYear = 31_536_000

/** Where the style sheet of the public site is; its name changes with what is in it. */
export const siteStylesheet = (): string => {
  requireBuilt()
  const built = JSON.parse(readFileSync(`${builtPage}.vite/manifest.json`, 'utf8'))
  return `/app/${built['src/styles/site.css'].file}`
}

const requireBuilt = (): void => {
  if (!existsSync(`${builtPage}index.html`)) throw new Error('The page is not built. Run npm run build.')
}

/** The page that people open, under /app. Every address inside it is answered with the one page, which reads the address itself. */
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
      // A missing script answered with a page would be a riddle in the browser's console.
      if (request.url.startsWith('/app/assets/')) return reply.callNotFound()
      return reply.sendFile('index.html')
    })
  }
}
