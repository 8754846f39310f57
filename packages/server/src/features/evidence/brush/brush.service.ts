import type { Actor } from '../../../actor.ts'
import { newId } from '../../../platform/ids.ts'
import type { KeyValue } from '../../../platform/key-value/key-value.ts'
import type { DealChanges } from '../../audit-trail/index.ts'
import type { Sections } from '../../memo/index.ts'
import type { Metrics } from '../../metrics/index.ts'
import type { Evidence, Found } from '../evidence.service.ts'
import { type JudgedNumber, matchNumber } from './match-number.ts'
import { numbersInText } from './numbers-in-text.ts'

interface Deps {
  evidence: Pick<Evidence, 'find' | 'record'>
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'show'>
  changes: Pick<DealChanges, 'change'>
  state: Pick<KeyValue, 'set'>
  onError(error: unknown): void
}

export interface Brushed {
  id: string
  at: Date
  numbers: readonly JudgedNumber[]
  found: Found
}

const maxNumbers = 50
const maxPassages = 3
const keptMs = 30 * 24 * 60 * 60 * 1000

export type Brush = ReturnType<typeof createBrush>

/** Looks up what the model and the documents say about a highlighted passage of the memo. */
export const createBrush = ({ evidence, metrics, sections, changes, state, onError }: Deps) => ({
  brush: async (actor: Actor, dealId: string, sectionKey: string, text: string): Promise<Brushed> => {
    await sections.show(dealId, sectionKey)
    const [known, found] = await Promise.all([
      metrics.all(dealId),
      evidence.find(dealId, text, maxPassages, {}, { keepsWeak: true }),
    ])
    const numbers = numbersInText(text)
      .slice(0, maxNumbers)
      .map((said) => matchNumber(said, text, known))
    const id = newId()
    const at = await changes.change(
      actor,
      dealId,
      'commenter',
      async (deal) => {
        evidence.record(deal, 'brush.made', text, found.passages)
        return deal.at
      },
      { evenIfDecided: true },
    )
    const findings = numbers.map(({ said, metric, verdict }) => [said.text, metric?.metricKey ?? null, verdict])
    // The stored finding is temporary, so a failure to store it must not block the response.
    await state
      .set({ dealId, kind: 'brush', id }, { section_key: sectionKey, findings, at }, { ttlMs: keptMs })
      .catch(onError)
    return { id, at, numbers, found }
  },
})
