import { describe, expect, it } from 'vitest'
import { createDice, draftMutations, generateDraft } from './testing/generated-drafts.ts'
import { createDraftVerifier } from './verify-drafted.ts'

const count = 1_500

const judged = Array.from({ length: count }, (_, seed) => {
  const { numbers, passages, claim, hasChips, mutated } = generateDraft(createDice(seed * 7 + 3))
  const verify = createDraftVerifier({ numbers, passages })
  const cited = passages.map(({ text }) => text).join('\n    ')
  const judge = (given: typeof claim) => ({ claim: given, verdict: verify(given), cited })
  return {
    hasChips,
    valid: judge(claim),
    mutated: mutated.map((one) => ({ mutation: one.mutation, ...judge(one.claim) })),
  }
})

const shown = (cases: readonly { claim: { text: string }; cited: string }[]): string =>
  cases
    .slice(0, 10)
    .map(({ claim, cited }) => `${claim.text}\n    ${cited}`)
    .join('\n')

describe.each([
  ['with chips', true],
  ['about passages', false],
] as const)('verification of drafted sentences %s, over 1,000 of both kinds', (_, hasChips) => {
  const drafts = judged.filter((one) => one.hasChips === hasChips)

  it('accepts at least 95 % of the true ones', () => {
    const rejected = drafts.map(({ valid }) => valid).filter(({ verdict }) => !verdict.isAccepted)
    expect(drafts.length).toBeGreaterThan(500)
    expect(rejected.length / drafts.length, shown(rejected)).toBeLessThanOrEqual(0.05)
  })

  it.each(draftMutations)('rejects every one with a changed %s', (mutation) => {
    const changed = drafts.flatMap(({ mutated }) => mutated.filter((one) => one.mutation === mutation))
    expect(changed.length).toBeGreaterThan(200)
    const accepted = changed.filter(({ verdict }) => verdict.isAccepted)
    expect(accepted.length, shown(accepted)).toBe(0)
  })
})
