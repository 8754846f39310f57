import type { Quantity } from '../quantity.ts'
import type { Sentence } from './sentence.ts'

const changeVerbs = new Set(
  'expanded increased grew rose declined fell improved widened narrowed contracted decreased dropped gained lost climbed slipped jumped up down by'.split(
    ' ',
  ),
)

/** Words before a number that make it something else than the value of the term. */
export const isOldOrDifference = (sentence: Sentence, quantity: Quantity): boolean => {
  const { tokens } = sentence
  const before = tokens[quantity.first - 1]?.word ?? ''
  const secondBefore = tokens[quantity.first - 2]?.word ?? ''
  const after = tokens[quantity.next]?.word ?? ''
  if (before === 'than') return quantity.bound === null
  if (before === 'not' || before === 'versus' || before === 'vs' || before === 'minus') return true
  if ((before === 'of' || before === 'than') && (secondBefore === 'instead' || secondBefore === 'rather')) return true
  if (
    /^(?:increase|decrease|reduction|decline|drop|gain|improvement|shortfall|excess|discount|gap)$/.test(
      secondBefore,
    ) &&
    before === 'of'
  )
    return quantity.bound === null
  const isChange = changeVerbs.has(tokens[quantity.first - 1]?.text.toLowerCase() ?? '')
  if (isChange && !/^mak|^made$/.test(secondBefore)) return true
  if (/^(?:below|above|higher|lower|ahead|cheaper|short)$/.test(after)) return true
  return /^(?:less|more|fewer)$/.test(after) && tokens[quantity.next + 1]?.word === 'than'
}

export const followedByShare = (sentence: Sentence, { next }: Quantity): boolean => {
  const { tokens, quantities } = sentence
  if (tokens[next]?.word !== 'of') return false
  const at = tokens[next + 1]?.word === 'the' ? next + 2 : next + 1
  return quantities.some(({ first, measure }) => first === at && measure === 'plain')
}
