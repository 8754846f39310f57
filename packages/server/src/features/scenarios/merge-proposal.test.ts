import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Inputs, mergeProposal } from './merge-proposal.ts'

const inputs = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 3 })), {
    selector: ([key]) => key,
  })
  .map((entries): Inputs => new Map(entries))

describe('merging a proposal', () => {
  it('gives the proposal itself while nothing else has changed', () => {
    fc.assert(
      fc.property(inputs, inputs, (base, proposed) => {
        const { merged, conflicts } = mergeProposal({ base, current: base, proposed })
        expect(conflicts).toEqual([])
        expect(new Map([...merged].sort())).toEqual(new Map([...proposed].sort()))
      }),
    )
  })

  it('never loses an input that somebody else changed: it stays, or it is a conflict [SCENARIO-6]', () => {
    fc.assert(
      fc.property(inputs, inputs, inputs, (base, current, proposed) => {
        const { merged, conflicts } = mergeProposal({ base, current, proposed })
        const inConflict = new Set(conflicts.map(({ metricKey }) => metricKey))
        for (const key of ['a', 'b', 'c', 'd']) {
          if (current.get(key) === base.get(key)) {
            expect(inConflict.has(key)).toBe(false)
            expect(merged.get(key)).toBe(proposed.get(key))
          } else if (!inConflict.has(key)) expect(merged.get(key)).toBe(current.get(key))
          else expect(proposed.get(key)).not.toBe(current.get(key))
        }
      }),
    )
  })

  it('names base, current and proposed value of a conflict, also where an override was removed', () => {
    const base = new Map([['a', 1]])
    const found = mergeProposal({ base, current: new Map([['a', 2]]), proposed: new Map() })
    expect(found.conflicts).toEqual([{ metricKey: 'a', base: 1, current: 2, proposed: undefined }])
  })
})
