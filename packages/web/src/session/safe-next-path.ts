const app = '/app'
const nowhere = 'http://app.invalid'

/** The page after signing in: only an address within this app, and not one of the sign-in pages. */
export const safeNextPath = (next: string | undefined): string | undefined => {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, nowhere)) return undefined
  // Parse it as the browser does: `//host`, `/\host` and tabs in between all lead to another site.
  const { origin, pathname, search, hash } = new URL(next, nowhere)
  if (origin !== nowhere || !pathname.startsWith(`${app}/`)) return undefined
  if (/^\/app\/+(sign-in|register|set-password)(\/|$)/.test(pathname) || pathname.startsWith('/app//')) return undefined
  return pathname === `${app}/` ? undefined : pathname + search + hash
}
