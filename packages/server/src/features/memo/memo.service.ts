import type { Actor } from '../../actor.ts'
import type { ChangingDeal } from '../journal/deal-changes.service.ts'
import type { Metrics } from '../metrics/metrics.service.ts'
import { catalogue, type SectionKind } from '../sections/catalogue.ts'
import type { Sections } from '../sections/sections.service.ts'
import { draftSection } from './draft-section.ts'

interface Deps {
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'all' | 'add'>
}

interface Given {
  /** As the engine names the kinds of deals; null: unknown. */
  dealType: string | null
}

const kinds: Readonly<Record<string, SectionKind['dealTypes'][number]>> = {
  pe_lbo: 'pe',
  saas_growth: 'vc',
  cre_multifamily: 'cre',
  cre_office: 'cre',
}

/** A deal of unknown kind gets every section that its numbers can fill. */
const belongs = (section: SectionKind, dealType: string | null): boolean => {
  const kind = dealType === null ? undefined : kinds[dealType]
  return kind === undefined || section.dealTypes.includes(kind)
}

export type Memo = ReturnType<typeof createMemo>

/** Drafts the memo of a deal from the catalogue and the numbers that are known. */
export const createMemo = ({ metrics, sections }: Deps) => ({
  /** Inside a change of the deal. What is there already stays as it is; answers the keys of the sections written. */
  draft: async (deal: ChangingDeal, actor: Actor, { dealType }: Given): Promise<string[]> => {
    const dealId = deal.row.id
    const known = new Map(
      (await metrics.all(dealId)).flatMap(({ metricKey, label, value }) =>
        value === null ? [] : [[metricKey, label] as const],
      ),
    )
    const present = new Set((await sections.all(dealId)).map(({ sectionKey }) => sectionKey))
    const written: string[] = []
    for (const section of catalogue) {
      if (present.has(section.key) || !belongs(section, dealType)) continue
      const content = draftSection(section, known)
      // A section that people write is asked for only where no memo is finished without it.
      if (content === undefined || (section.authoring === 'human' && !section.gatesExport)) continue
      await sections.add(deal, actor, { sectionKey: section.key, content })
      written.push(section.key)
    }
    return written
  },
})
