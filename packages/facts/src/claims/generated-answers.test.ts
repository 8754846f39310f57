import { describe, expect, it } from 'vitest'
import { generateAnswer, mutations } from './testing/generated-answers.ts'
import { createDice } from './testing/generated-documents.ts'
import { createClaimVerifier } from './verify-claim.ts'

const count = 1_200

const judged = Array.from({ length: count }, (_, seed) => {
  const { sources, claim, mutated } = generateAnswer(createDice(seed + 1))
  const verify = createClaimVerifier(sources)
  const judge = (given: typeof claim) => ({
    claim: given,
    isAccepted: verify(given).isAccepted,
    cited: sources.find(({ id }) => given.citations.includes(id))?.text ?? '',
  })
  return { valid: judge(claim), mutated: mutated.map((item) => ({ mutation: item.mutation, ...judge(item.claim) })) }
})

const shown = (cases: readonly { claim: { text: string }; cited: string }[]): string =>
  cases
    .slice(0, 10)
    .map(({ claim, cited }) => `${claim.text}\n    ${cited}`)
    .join('\n')

describe('verification of over 1,000 generated answers', () => {
  it('accepts at least 95 % of the true claims', () => {
    const rejected = judged.map(({ valid }) => valid).filter(({ isAccepted }) => !isAccepted)
    expect(rejected.length / count, shown(rejected)).toBeLessThanOrEqual(0.05)
  })

  it.each(mutations)('rejects every claim with a changed %s', (mutation) => {
    const changed = judged.flatMap(({ mutated }) => mutated.filter((item) => item.mutation === mutation))
    expect(changed.length).toBeGreaterThan(300)
    const accepted = changed.filter(({ isAccepted }) => isAccepted)
    expect(accepted.length, shown(accepted)).toBe(0)
  })

  it('varies the wording of the answers', () => {
    const shapes = judged.map(({ valid }) =>
      valid.claim.text.replaceAll(/\$?\d[\d,.]*/g, '#').replaceAll(/\p{Lu}\p{L}+ \p{Lu}\p{L}+/gu, 'Name'),
    )
    expect(new Set(shapes).size).toBeGreaterThan(count / 2)
  })
})
