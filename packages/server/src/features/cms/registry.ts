import { about } from './pages/about.ts'
import { contact } from './pages/contact.ts'
import { landing } from './pages/landing.ts'
import { login } from './pages/login.ts'
import { pricing } from './pages/pricing.ts'
import { security } from './pages/security.ts'
import { type SitePage, sitePage } from './site-page.ts'

export type Registry = ReadonlyMap<string, SitePage>

/** Every page of the public site with all its texts and their defaults. */
export const createRegistry = (publicUrl: URL): Registry => {
  const home = new URL('/', publicUrl)
  return new Map(
    [landing, pricing, about, security, contact, login].map((copy) => [copy.id, sitePage(copy, home)] as const),
  )
}
