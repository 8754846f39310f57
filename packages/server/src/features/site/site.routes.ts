import type { FastifyInstance } from 'fastify'
import { etagOf, namesEtag } from '../../http/etag.ts'
import { openToAnyone } from '../../http/open-to-anyone.ts'
import type { Cms } from '../cms/index.ts'
import { html } from './html.ts'
import { framePage } from './site-frame.ts'
import { siteBodies, siteLinks } from './site-pages.ts'
import { siteText } from './site-text.ts'

interface SiteDeps {
  cms: Pick<Cms, 'pages' | 'published'>
  publicUrl: URL
  stylesheet: string
}

/** The public site: public pages built from the published texts, without scripts. */
export const publicSite =
  ({ cms, publicUrl, stylesheet }: SiteDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    openToAnyone(app)
    const pages = cms.pages().flatMap(({ id, path }) => {
      const body = siteBodies.get(id)
      return body === undefined ? [] : [{ id, path, body, url: new URL(path, publicUrl) }]
    })
    const links = siteLinks(cms.pages())

    for (const { id, path, url, body } of pages) {
      app.get(path, async (request, reply) => {
        const text = siteText(await cms.published(id))
        const page = framePage({ text, body: body(text), url, links, stylesheet })
        const etag = etagOf(page)
        // Browsers revalidate every time, so that published changes show at once; the body is sent only if it changed.
        reply.headers({ etag, 'cache-control': 'no-cache' })
        if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
        return reply.type('text/html; charset=utf-8').send(page)
      })
    }

    app.get('/login', (_, reply) => reply.redirect('/app/sign-in'))
    app.get('/robots.txt', (_, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(
          `User-agent: *\nDisallow: /api/\nDisallow: /app/\nAllow: /app/site/\n\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`,
        ),
    )
    const sitemap = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map(({ url }) => html`<url><loc>${url.href}</loc></url>`)}</urlset>
`.source
    app.get('/sitemap.xml', (_, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
  }
