import type { DraftAgent, DroppedReason } from '@deal-canvas/contract'
import { type Claim, createDraftVerifier } from '@deal-canvas/facts'
import { readAnswer, readClaims } from '../model-provider/index.ts'
import type { DraftSources } from './sources.ts'

/** A sentence that its sources support. */
export interface Verified extends Claim {
  /** Keys of the numbers that it states. */
  readonly numbers: readonly string[]
}

export interface Dropped {
  readonly text: string
  readonly agent: DraftAgent
  readonly reason: DroppedReason
}

/** What is kept of an agent's answer. */
export interface Judged {
  readonly accepted: readonly Verified[]
  readonly dropped: readonly Dropped[]
  /** Places of sentences that a critic doubts, from 0. */
  readonly doubts: readonly number[]
  readonly contradictions: readonly { readonly claim: number; readonly source: string }[]
}

const maxClaims = 12
const maxRisks = 4
/** A text that is shown in the report as it was written. */
const maxShown = 600

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The place of a sentence that an agent names by its number, from 1. */
const placeIn = (value: unknown, count: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= count ? value - 1 : undefined

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxClaims) : [])

/** Reads an agent's answer as data, and checks every sentence; undefined if it has another form. */
export const judgeAnswer = (
  agent: DraftAgent,
  answer: string,
  { numbers, passages }: DraftSources,
  drafted: readonly Claim[],
): Judged | undefined => {
  const read = readAnswer(answer)
  if (read === undefined) return undefined
  const claims = readClaims(
    agent === 'critic' ? (read['risks'] ?? []) : read['claims'],
    agent === 'critic' ? maxRisks : maxClaims,
  )
  if (claims === undefined) return undefined
  const verify = createDraftVerifier({ numbers, passages })
  const accepted: Verified[] = []
  const dropped: Dropped[] = []
  for (const claim of claims) {
    const verdict = verify(claim)
    if (verdict.isAccepted) accepted.push({ ...claim, numbers: verdict.numbers })
    else dropped.push({ text: claim.text.slice(0, maxShown), agent, reason: verdict.problem })
  }
  const ids = new Set(passages.map(({ id }) => id))
  const contradictions = listed(read['contradictions']).flatMap((one) => {
    const claim = isObject(one) ? placeIn(one['claim'], drafted.length) : undefined
    const source = isObject(one) ? one['source'] : undefined
    return claim === undefined || typeof source !== 'string' || !ids.has(source) ? [] : [{ claim, source }]
  })
  const doubts = listed(read['doubts']).flatMap((one) => placeIn(one, drafted.length) ?? [])
  return agent === 'critic'
    ? { accepted, dropped, doubts: [...new Set(doubts)], contradictions }
    : { accepted, dropped, doubts: [], contradictions: [] }
}
