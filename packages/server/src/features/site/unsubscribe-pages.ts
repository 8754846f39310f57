import type { FastifyInstance, FastifyRequest } from 'fastify'
import { watchPace } from '../../http/body-pace.ts'
import { openToAnyone } from '../../http/open-to-anyone.ts'
import { digestMessages as messages } from '../../messages/digests.ts'
import type { Cms } from '../cms/index.ts'
import type { Unsubscribing } from '../digests/index.ts'
import { action } from './blocks.ts'
import { type Html, html } from './html.ts'
import { framePage } from './site-frame.ts'
import { siteLinks } from './site-pages.ts'
import { siteText } from './site-text.ts'

interface UnsubscribeDeps {
  cms: Pick<Cms, 'pages'>
  publicUrl: URL
  stylesheet: string
  unsubscribing: Unsubscribing
}

/** One-click bodies are a few bytes, and nothing in them is read. */
const bodyLimit = 4_096
const path = '/unsubscribe'

const text = siteText([
  ['meta_title', messages.pageTitle()],
  ['meta_description', messages.pageDescription()],
  ['schema_markup', ''],
])

/**
 * The link at the foot of a digest: GET asks and changes nothing, because mail scanners open every link; POST ends the
 * digests, for the button on the page and for one-click unsubscribing by mail programs (RFC 8058). Both work without
 * script and without signing in.
 */
export const unsubscribePages =
  ({ cms, publicUrl, stylesheet, unsubscribing }: UnsubscribeDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    openToAnyone(app)
    const account = action('/app/account', messages.account())
    const page = (heading: string, words: string, acts: Html | undefined): string =>
      framePage({
        text,
        body: html`<header class="hero"><h1>${heading}</h1><p>${words}</p>${acts}</header>`,
        url: new URL(path, publicUrl),
        links: siteLinks(cms.pages()),
        stylesheet,
      })
    const invalid = page(messages.invalidHeading(), messages.invalidText(), html`<p class="acts">${account}</p>`)
    const done = page(messages.doneHeading(), messages.doneText(), html`<p class="acts">${account}</p>`)
    const ask = (token: string): string =>
      page(
        messages.heading(),
        messages.text(),
        html`<form method="post" action="${path}?${new URLSearchParams({ token }).toString()}"><p class="acts"><button type="submit" class="act primary">${messages.confirm()}</button></p></form>`,
      )

    // The address of the page ends digests: neither caches nor search engines nor other sites may get it.
    app.addHook('onRequest', async (request, reply) => {
      watchPace(request, reply, { isUpload: false })
      reply.headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      reply.type('text/html; charset=utf-8')
    })
    app.get(path, async (request, reply) => {
      const token = tokenOf(request)
      const isValid = await unsubscribing.isValid(token, request)
      return isValid ? reply.send(ask(token)) : reply.code(404).send(invalid)
    })
    app.post(path, { bodyLimit }, async (request, reply) => {
      const isDone = await unsubscribing.unsubscribe(tokenOf(request), request)
      return isDone ? reply.send(done) : reply.code(404).send(invalid)
    })
  }

const tokenOf = ({ query }: FastifyRequest): string => {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}
