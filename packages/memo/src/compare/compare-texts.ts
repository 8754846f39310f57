import { diffArrays } from 'diff'
import { hasWord, linesOf, tokensOf } from './text-tokens.ts'

/** A piece of two texts: in both, only in the earlier one, or only in the later one. */
export interface TextPart {
  change: 'same' | 'removed' | 'added'
  text: string
}

/** What may still be spent on comparing; comparing takes from it. */
export interface CompareBudget {
  steps: number
}

/** Some tenths of a second. */
export const newCompareBudget = (): CompareBudget => ({ steps: 20_000_000 })

/** Beyond this, texts have so little in common that a comparison word by word cannot be read. */
const maxEdits = 2_000

/** The most edits that can be found within the budget: comparing n tokens with d edits takes about d × (d + n) steps. */
const affordableEdits = (tokens: number, { steps }: CompareBudget): number =>
  Math.min(maxEdits, Math.floor((Math.sqrt(tokens * tokens + 4 * Math.max(steps, 0)) - tokens) / 2))

/** The differences of two lists of tokens; undefined if finding them exceeds the budget. */
const compareTokens = (
  before: readonly string[],
  after: readonly string[],
  budget: CompareBudget,
): TextPart[] | undefined => {
  const tokens = before.length + after.length
  const limit = affordableEdits(tokens, budget)
  // Numbers are compared faster than texts, which can be long and differ only at their end.
  const ids = new Map<string, number>()
  const idOf = (token: string): number => {
    const id = ids.get(token) ?? ids.size
    ids.set(token, id)
    return id
  }
  const found = diffArrays(before.map(idOf), after.map(idOf), { maxEditLength: limit })
  const edits =
    found === undefined
      ? limit
      : found.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0)
  budget.steps -= edits * (edits + tokens) + tokens
  if (found === undefined) return undefined
  let fromBefore = 0
  let fromAfter = 0
  return found.map(({ added, removed, count }) => {
    const text = (
      added ? after.slice(fromAfter, fromAfter + count) : before.slice(fromBefore, fromBefore + count)
    ).join('')
    if (!added) fromBefore += count
    if (!removed) fromAfter += count
    return { change: added ? 'added' : removed ? 'removed' : 'same', text }
  })
}

interface Change {
  removed: string
  added: string
}

/**
 * Writes changes as removed text before added text. Space and punctuation between two changes join them: a sentence
 * that was written again is one change, not one for each word.
 */
const tidied = (parts: readonly TextPart[]): TextPart[] => {
  const tidy: TextPart[] = []
  let change: Change | undefined
  let between = ''
  const end = (): void => {
    if (change?.removed) tidy.push({ change: 'removed', text: change.removed })
    if (change?.added) tidy.push({ change: 'added', text: change.added })
    if (between !== '') tidy.push({ change: 'same', text: between })
    change = undefined
    between = ''
  }
  for (const { change: kind, text } of parts) {
    if (kind === 'same') {
      between += text
      if (change === undefined || hasWord(between) || between.includes('\n')) end()
      continue
    }
    change ??= { removed: '', added: '' }
    change.removed += between
    change.added += between
    between = ''
    change[kind] += text
  }
  end()
  return joined(tidy)
}

const joined = (parts: readonly TextPart[]): TextPart[] => {
  const whole: TextPart[] = []
  for (const { change, text } of parts) {
    const last = whole.at(-1)
    if (last?.change === change) last.text += text
    else whole.push({ change, text })
  }
  return whole
}

const replaced = ({ removed, added }: Change): TextPart[] =>
  [
    { change: 'removed' as const, text: removed },
    { change: 'added' as const, text: added },
  ].filter(({ text }) => text !== '')

/** Consecutive parts that are not in both texts, as one change each. */
const hunksOf = (parts: readonly TextPart[]): (TextPart | Change)[] => {
  const hunks: (TextPart | Change)[] = []
  for (const part of parts) {
    if (part.change === 'same') {
      hunks.push(part)
      continue
    }
    let last = hunks.at(-1)
    if (last === undefined || 'change' in last) {
      last = { removed: '', added: '' }
      hunks.push(last)
    }
    last[part.change] += part.text
  }
  return hunks
}

/**
 * How a text became another one: first line by line, then word by word in the lines that differ. Where that exceeds the
 * budget, they are removed and added as a whole, which is also true. Without the added parts the answer is the earlier
 * text, without the removed ones the later.
 */
export const compareTexts = (before: string, after: string, budget: CompareBudget = newCompareBudget()): TextPart[] => {
  const lines = compareTokens(linesOf(before), linesOf(after), budget) ?? replaced({ removed: before, added: after })
  return joined(
    hunksOf(lines).flatMap((hunk) => {
      if ('change' in hunk) return [hunk]
      const { removed, added } = hunk
      if (removed === '' || added === '') return replaced(hunk)
      const words = compareTokens(tokensOf(removed), tokensOf(added), budget)
      return words === undefined ? replaced(hunk) : tidied(words)
    }),
  )
}
