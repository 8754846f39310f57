import { isLoopbackName } from '../platform/addresses.ts'

/** localhost, 127.0.0.1 and [::1] are one place: a page opened by one name may call the service by another. */
const normal = (origin: string): string => {
  if (!URL.canParse(origin)) return origin
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${isLoopbackName(hostname) ? 'localhost' : hostname}:${port}`
}

/** Which origins' pages may send a request with credentials. */
export const createAllowedOrigins = (origins: readonly string[]) => {
  const allowed = new Set(origins.map(normal))
  return (origin: string): boolean => allowed.has(normal(origin))
}
