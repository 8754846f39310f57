import { Resolver } from 'node:dns/promises'

/** Answers all addresses of a name. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * Asks the name servers directly. `dns.lookup` would occupy a thread of the pool that files and hashes also need, for
 * as long as a foreign name server keeps silent.
 */
export const resolveName: ResolveName = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const stop = (): void => resolver.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
