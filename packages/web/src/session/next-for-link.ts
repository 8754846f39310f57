import { stored } from '../ui/stored.ts'
import { safeNextPath } from './safe-next-path.ts'

const name = 'next-for-link'

/** Where someone wanted to go who then had a link mailed: the link opens in another tab, which knows nothing of it. */
export const keepNextForLink = (next: string | undefined): void => stored.write(name, next)

export const takeNextForLink = (): string | undefined => {
  const next = safeNextPath(stored.read(name))
  stored.write(name, undefined)
  return next
}
