import { isIP } from 'node:net'
import { isLoopbackAddress } from '../addresses.ts'
import { isPublicAddress } from './public-address.ts'

/** Why a URL is not called. */
export type UrlProblem = 'not_a_url' | 'not_https' | 'credentials' | 'port' | 'address'

const minUnprivilegedPort = 1024

/** The name or address without the brackets of IPv6. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Only spelled as such: a public name that resolves to a loopback address is an attack on services of this machine.
 */
export const namesLoopback = (url: URL): boolean => {
  const host = bareHost(url)
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host))
}

/**
 * What is wrong with a URL before its name is resolved; undefined: nothing. Ports below 1024 other than 443 belong to
 * services such as mail and SSH, which must not receive what somebody else composed.
 */
export const urlProblem = (
  text: string | URL,
  { allowLoopback }: { allowLoopback: boolean },
): UrlProblem | undefined => {
  if (!URL.canParse(String(text))) return 'not_a_url'
  const url = new URL(text)
  const isLoopback = allowLoopback && namesLoopback(url)
  if (url.protocol !== 'https:' && !(isLoopback && url.protocol === 'http:')) return 'not_https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const hasDefaultPort = url.port === ''
  if (!hasDefaultPort && Number(url.port) < minUnprivilegedPort) return 'port'
  if (isLoopback) return undefined
  const host = bareHost(url)
  if (host === 'localhost' || host.endsWith('.localhost')) return 'address'
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'address' : undefined
}
