import { siteMessages as messages } from '../../messages/site.ts'
import { signInPath } from './blocks.ts'
import { type Html, html, jsonInScript } from './html.ts'
import type { SiteText } from './site-text.ts'

export interface Link {
  readonly href: string
  readonly words: string
}

interface Framed {
  text: SiteText
  body: Html
  /** Canonical URL of the page. */
  url: URL
  links: readonly Link[]
  stylesheet: string
}

const logo = html`<svg aria-hidden="true" width="24" height="24" viewBox="0 0 20 20"><rect x="2" y="2" width="16" height="16" rx="4" fill="currentColor"/><path d="M6 13.5 9 9.5l2.5 2 3-5" fill="none" stroke="var(--bg)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** A complete page: metadata for search engines and link previews in the head, navigation around the body. */
export const framePage = ({ text, body, url, links, stylesheet }: Framed): string => {
  const [title, description, markup] = [text('meta_title'), text('meta_description'), text('schema_markup')]
  const picture = new URL('/app/site/canvas-light.webp', url).href
  const ways = links.map(
    ({ href, words }) =>
      html`<li><a href="${href}"${href === url.pathname ? html` aria-current="page"` : undefined}>${words}</a></li>`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${url.href}">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Deal Canvas">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url.href}">
<meta property="og:image" content="${picture}">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="/app/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
${markup === '' ? undefined : html`<script type="application/ld+json">${jsonInScript(markup)}</script>`}
</head>
<body>
<a class="skip" href="#content">${messages.skip()}</a>
<header class="bar"><a class="brand" href="/">${logo}<span>Deal Canvas</span></a><nav aria-label="${messages.navigation()}"><ul>${ways}</ul></nav><a class="act primary small" href="${signInPath}">${messages.signIn()}</a></header>
<main id="content">
${body}
</main>
<footer class="foot"><p>Deal Canvas</p><nav aria-label="${messages.footerNavigation()}"><ul>${ways}<li><a href="/docs/">${messages.apiReference()}</a></li></ul></nav></footer>
</body>
</html>
`.source
}
