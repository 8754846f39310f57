import { whatIfMessages } from '../../../messages/what-if.ts'

const minute = 60_000

/** How long a preview can still be applied; undefined: it has expired. */
export const formatExpiry = (expiresAt: string, now: number): string | undefined => {
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return undefined
  return left < minute ? whatIfMessages.lessThanMinute() : whatIfMessages.minutes({ count: Math.floor(left / minute) })
}
