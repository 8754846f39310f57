import type { Actor } from '../../../actor.ts'
import type { ChangingDeal } from '../../audit-trail/deal-changes.service.ts'
import type { Metrics } from '../../metrics/metrics.service.ts'
import { isUnconfirmed } from '../../metrics/provenance.ts'
import { type AnchorPlan, RewritingToPlan, SlowRewriting } from '../anchors/follow-anchors.ts'
import { catalogue, type SectionKind } from '../sections/catalogue.ts'
import type { Sections } from '../sections/sections.service.ts'
import { draftSection } from './draft-section.ts'
import { missingMetrics } from './missing-metrics.ts'

interface Deps {
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'all' | 'addDraft' | 'lockRow' | 'rewrite'>
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
export const createMemo = ({ metrics, sections }: Deps) => {
  /** The metrics that can be stated, those that a person has to confirm first, and those that were not found. */
  const knownOf = async (dealId: string): Promise<Parameters<typeof draftSection>[1]> => {
    const found = (await metrics.all(dealId)).filter(({ value }) => value !== null)
    const labels = (rows: typeof found) => new Map(rows.map(({ metricKey, label }) => [metricKey, label] as const))
    const known = labels(found.filter((metric) => !isUnconfirmed(metric)))
    const unconfirmed = labels(found.filter(isUnconfirmed))
    return { known, unconfirmed, missing: missingMetrics(known, unconfirmed) }
  }

  return {
    /** Inside a change of the deal. What is there already stays as it is; answers the keys of the sections written. */
    draft: async (deal: ChangingDeal, actor: Actor, { dealType }: Given): Promise<string[]> => {
      const dealId = deal.row.id
      const given = await knownOf(dealId)
      const present = new Set((await sections.all(dealId)).map(({ sectionKey }) => sectionKey))
      const written: string[] = []
      for (const section of catalogue) {
        if (present.has(section.key) || !belongs(section, dealType)) continue
        const content = draftSection(section, given)
        // A section that people write is asked for only where no memo is finished without it.
        if (content === undefined || (section.authoring === 'human' && !section.gatesExport)) continue
        await sections.addDraft(deal, actor, { sectionKey: section.key, content })
        written.push(section.key)
      }
      return written
    },

    /**
     * Inside a change that moved numbers, which `planned` repeats where this throws that it is slow: drafts the sections
     * again that nobody has edited. Answers their keys, and of those the ones whose text is another one now.
     */
    redraft: async (
      deal: ChangingDeal,
      actor: Actor,
      plan: AnchorPlan | undefined,
    ): Promise<{ drafted: string[]; changed: string[] }> => {
      const dealId = deal.row.id
      const given = await knownOf(dealId)
      const present = new Set((await sections.all(dealId)).map(({ sectionKey }) => sectionKey))
      const drafted: string[] = []
      const changed: string[] = []
      for (const kind of catalogue.filter(({ key }) => present.has(key))) {
        const section = await sections.lockRow(dealId, kind.key)
        if (section === undefined || section.draftedVersion !== section.version) continue
        const content = draftSection(kind, given)
        // Without any number left the former draft stays, marked as stale.
        if (content === undefined) continue
        const written = await sections.rewrite(deal, actor, { section, content, plan, isDraft: true })
        if (written instanceof SlowRewriting) throw new RewritingToPlan(written)
        drafted.push(kind.key)
        if (written.version !== section.version) changed.push(kind.key)
      }
      return { drafted, changed }
    },
  }
}
