import { stored } from '../ui/stored.ts'
import { safeNextPath } from './safe-next-path.ts'

const name = 'next-for-link'

/** Stores the page that the user wanted before requesting a sign-in link: the link opens in another tab. */
export const keepNextForLink = (next: string | undefined): void => stored.write(name, next)

export const takeNextForLink = (): string | undefined => {
  const next = safeNextPath(stored.read(name))
  stored.write(name, undefined)
  return next
}
