import { isLoopbackName } from '../platform/addresses.ts'

/**
 * Treats localhost, 127.0.0.1 and [::1] as one host: a page opened under one name can call the service under another.
 */
const normal = (origin: string): string => {
  if (!URL.canParse(origin)) return origin
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${isLoopbackName(hostname) ? 'localhost' : hostname}:${port}`
}

/** Decides which origins can send requests with credentials. */
export const createAllowedOrigins = (origins: readonly string[]) => {
  const allowed = new Set(origins.map(normal))
  return (origin: string): boolean => allowed.has(normal(origin))
}
