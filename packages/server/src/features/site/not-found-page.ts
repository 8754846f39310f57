import { siteMessages as messages } from '../../messages/site.ts'
import type { Cms } from '../cms/index.ts'
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
  ['meta_title', messages.notFoundTitle()],
  ['meta_description', messages.notFoundDescription()],
  ['schema_markup', ''],
])

/** Uses the layout of the public site, so that visitors who followed a broken link can navigate on. */
export const createNotFoundPage = ({ cms, publicUrl, stylesheet }: NotFoundDeps): string =>
  framePage({
    text,
    body: html`<header class="hero"><h1>${messages.notFoundHeading()}</h1><p>${messages.notFoundText()}</p><p class="acts">${action('/', messages.home())}</p></header>`,
    url: publicUrl,
    links: siteLinks(cms.pages()),
    stylesheet,
  })
