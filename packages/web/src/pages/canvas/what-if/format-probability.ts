import { whatIfMessages } from '../../../messages/what-if.ts'

/** "32%"; rare and almost certain outcomes are not rounded to 0% or 100%. */
export const formatProbability = (share: number): string => {
  const hundred = share * 100
  if (hundred > 0 && hundred < 1) return whatIfMessages.under1Percent()
  return hundred < 100 && hundred > 99 ? whatIfMessages.over99Percent() : `${Math.round(hundred)}%`
}
