const app = '/app'
const nowhere = 'http://app.invalid'

/** Where to go after signing in: only an address within this app, and none that leads back to the door. */
export const safeNextPath = (next: string | undefined): string | undefined => {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, nowhere)) return undefined
  // Read as the browser reads it: `//host`, `/\host` and tabs in between all name another site.
  const { origin, pathname, search, hash } = new URL(next, nowhere)
  if (origin !== nowhere || !pathname.startsWith(`${app}/`)) return undefined
  if (/^\/app\/+(sign-in|register|set-password)(\/|$)/.test(pathname) || pathname.startsWith('/app//')) return undefined
  return pathname === `${app}/` ? undefined : pathname + search + hash
}
