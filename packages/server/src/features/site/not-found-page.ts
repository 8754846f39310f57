import type { Cms } from '../cms/cms.service.ts'
import { action } from './blocks.ts'
import { html } from './html.ts'
import { framePage } from './site-frame.ts'
import { siteLinks } from './site-pages.ts'
import { siteText } from './site-text.ts'

interface NotFoundDeps {
  cms: Pick<Cms, 'pages'>
  publicUrl: URL
  stylesheet: string
}

const text = siteText([
  ['meta_title', 'Page not found · Deal Canvas'],
  ['meta_description', 'There is no page at this address.'],
  ['schema_markup', ''],
])

/** In the frame of the public site, so that whoever followed a broken link finds a way on. */
export const createNotFoundPage = ({ cms, publicUrl, stylesheet }: NotFoundDeps): string =>
  framePage({
    text,
    body: html`<header class="hero"><h1>Page not found</h1><p>There is no page at this address. It may be mistyped, or the page was removed.</p><p class="acts">${action('/', 'Go to the home page')}</p></header>`,
    url: publicUrl,
    links: siteLinks(cms.pages()),
    stylesheet,
  })
