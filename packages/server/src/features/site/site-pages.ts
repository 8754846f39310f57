import type { Html } from './html.ts'
import { aboutPage } from './pages/about.ts'
import { contactPage } from './pages/contact.ts'
import { landingPage } from './pages/landing.ts'
import { pricingPage } from './pages/pricing.ts'
import { securityPage } from './pages/security.ts'
import type { Link } from './site-frame.ts'
import type { SiteText } from './site-text.ts'

/**
 * The body of each page of the public site, by its name in the registry. The sign-in page belongs to the application.
 */
export const siteBodies: ReadonlyMap<string, (text: SiteText) => Html> = new Map([
  ['landing', landingPage],
  ['pricing', pricingPage],
  ['about', aboutPage],
  ['security', securityPage],
  ['contact', contactPage],
])

interface ListedPage {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** Navigation links of the public site: every page except the first. */
export const siteLinks = (pages: readonly ListedPage[]): Link[] =>
  pages
    .filter(({ id, path }) => siteBodies.has(id) && path !== '/')
    .map(({ path, title }) => ({ href: path, words: title }))
