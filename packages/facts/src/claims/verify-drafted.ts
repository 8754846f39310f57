import { plainText, readStatement, type Statement } from './read-statement.ts'
import { isSupported } from './support.ts'
import { type Claim, type ClaimProblem, type ClaimSource, createClaimVerifier, isWellFormed } from './verify-claim.ts'

/** A number of the memo, which a draft can state as a chip only: `[[noi]]`. */
export interface ChipNumber {
  readonly key: string
  /** How the memo names it: "Net Operating Income". */
  readonly label: string
  /** Its value as the memo shows it: "$2.40M". */
  readonly written: string
  /** When it is for, if that is known: "2024". */
  readonly period?: string | undefined
}

export type DraftedProblem =
  | ClaimProblem
  /** A chip of a number that the draft was not given. */
  | 'unknown_number'
  /** A number that is neither a chip nor in a cited passage. */
  | 'bare_number'

export type DraftedVerdict =
  | { readonly isAccepted: true; readonly numbers: readonly string[] }
  | { readonly isAccepted: false; readonly problem: DraftedProblem }

interface ChipSentence {
  readonly statement: Statement
  readonly heading: Statement
  readonly before: undefined
}

const chip = /\[\[([a-z0-9_]+)\]\]/g
/** Nothing that would change how the number of a chip is read: "$[[noi]]", "[[noi]]%". */
const glued = /[^\s(]\[\[|\]\][^\s.,;:)]/
/** The words that join clauses, each of which says something of its own. */
const joints = /; |,? (?:and|but|while|whereas) |, (?:with|at) /

const nothing = readStatement('')

/** "Net Operating Income" is no name of somebody: only its initials stay capital. */
const spoken = (label: string): string =>
  plainText(label)
    .replaceAll(/\(([^()]*)\)/g, ' $1 ')
    .replaceAll(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .trim()

const counted = /^(.+) count$/

/** The sentences that a number makes true, with its period and without: the chip shows the period anyway. */
const sentencesOf = ({ label, written, period }: ChipNumber): ChipSentence[] => {
  const name = spoken(label)
  const things = counted.exec(name)?.[1]
  const said = [`The ${name} is ${written}`, ...(things === undefined ? [] : [`There are ${written} ${things}s`])]
  return said.flatMap((sentence) =>
    [`${sentence}.`, ...(period === undefined ? [] : [`${sentence} in ${period}.`])].map((text) => ({
      statement: readStatement(text),
      heading: nothing,
      before: undefined,
    })),
  )
}

/** The clauses of a sentence, each with a chip; what stands between two of them belongs to the first. */
const clausesOf = (text: string): string[] => {
  const clauses: string[] = []
  for (const part of text.replaceAll(/\s+/g, ' ').split(joints)) {
    const last = clauses.at(-1)
    if (last !== undefined && (!part.includes('[[') || !last.includes('[[')))
      clauses[clauses.length - 1] = `${last} and ${part}`
    else clauses.push(part)
  }
  return clauses.map((clause) => (clause.endsWith('.') ? clause : `${clause}.`))
}

const valuesIn = (text: string): number[] =>
  readStatement(text).pieces.flatMap(({ numbers }) => numbers.map(({ value }) => value))

const refuse = (problem: DraftedProblem): DraftedVerdict => ({ isAccepted: false, problem })

/**
 * Judges the sentences of a drafted section. A sentence without chips is judged as an answer is: each passage that it
 * cites states the same. In a sentence with chips each clause says of one chip what the memo calls that number, and if it
 * cites passages, they state the same number about the same thing.
 */
export const createDraftVerifier = ({
  numbers,
  passages,
}: {
  numbers: readonly ChipNumber[]
  passages: readonly ClaimSource[]
}): ((claim: Claim) => DraftedVerdict) => {
  const verify = createClaimVerifier(passages)
  const known = new Map(numbers.map((number) => [number.key, number]))
  const sentences = new Map(numbers.map((number) => [number.key, sentencesOf(number)]))
  const all = [...sentences.values()].flat()

  const fill = (text: string): string => text.replaceAll(chip, (_, key: string) => known.get(key)?.written ?? '')

  const isNamed = (clause: string): boolean => {
    const [first, ...others] = [...clause.matchAll(chip)]
    if (first === undefined || others.length > 0) return false
    const statement = readStatement(fill(clause))
    return (sentences.get(first[1] ?? '') ?? []).some((sentence) =>
      isSupported(statement, sentence, [sentence, ...all.filter((other) => other !== sentence)]),
    )
  }

  /** "Rule of 40" and "top-10 customers" have a number in their name. */
  const hasBareNumber = (text: string, keys: readonly string[]): boolean => {
    const named = new Set(keys.flatMap((key) => valuesIn(spoken(known.get(key)?.label ?? ''))))
    return valuesIn(text.replaceAll(chip, ' ')).some((value) => !named.has(value))
  }

  return ({ text: given, citations }) => {
    const text = plainText(given).replaceAll(/\s+/g, ' ').trim()
    const keys = [...new Set([...text.matchAll(chip)].map(([, key = '']) => key))]
    if (keys.some((key) => !known.has(key))) return refuse('unknown_number')
    if (keys.length === 0) {
      if (citations.length === 0 && hasBareNumber(text, keys)) return refuse('bare_number')
      const verdict = verify({ text, citations })
      return verdict.isAccepted ? { isAccepted: true, numbers: [] } : verdict
    }
    const filled = fill(text)
    if (!isWellFormed(filled) || glued.test(text)) return refuse('malformed')
    // A chip changes with the model; a quote does not.
    if (filled.includes('"')) return refuse('invented_quote')
    if (citations.length > 0) {
      const verdict = verify({ text: filled, citations })
      if (!verdict.isAccepted) return verdict
    }
    if (hasBareNumber(text, keys)) return refuse('bare_number')
    return clausesOf(text).every(isNamed) ? { isAccepted: true, numbers: keys } : refuse('unsupported')
  }
}
