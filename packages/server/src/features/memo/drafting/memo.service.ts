import type { Actor } from '../../../actor.ts'
import type { ChangingDeal } from '../../audit-trail/index.ts'
import type { Metrics } from '../../metrics/index.ts'
import { isUnconfirmed } from '../../metrics/index.ts'
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
  /** The deal kind as named by the engine; null if unknown. */
  dealType: string | null
}

const kinds: Readonly<Record<string, SectionKind['dealTypes'][number]>> = {
  pe_lbo: 'pe',
  saas_growth: 'vc',
  cre_multifamily: 'cre',
  cre_office: 'cre',
}

/** A deal of unknown kind gets every section that its metrics can fill. */
const belongs = (section: SectionKind, dealType: string | null): boolean => {
  const kind = dealType === null ? undefined : kinds[dealType]
  return kind === undefined || section.dealTypes.includes(kind)
}

export type Memo = ReturnType<typeof createMemo>

/** Drafts the memo of a deal from the section catalog and the known metrics. */
export const createMemo = ({ metrics, sections }: Deps) => {
  /** Splits the metrics into those that can be stated, those to be confirmed first, and those not found. */
  const knownOf = async (dealId: string): Promise<Parameters<typeof draftSection>[1]> => {
    const found = (await metrics.all(dealId)).filter(({ value }) => value !== null)
    const labels = (rows: typeof found) => new Map(rows.map(({ metricKey, label }) => [metricKey, label] as const))
    const known = labels(found.filter((metric) => !isUnconfirmed(metric)))
    const unconfirmed = labels(found.filter(isUnconfirmed))
    return { known, unconfirmed, missing: missingMetrics(known, unconfirmed) }
  }

  return {
    /**
     * Runs inside a change of the deal. Existing sections stay as they are. Returns the keys of the sections written.
     */
    draft: async (deal: ChangingDeal, actor: Actor, { dealType }: Given): Promise<string[]> => {
      const dealId = deal.row.id
      const given = await knownOf(dealId)
      const present = new Set((await sections.all(dealId)).map(({ sectionKey }) => sectionKey))
      const written: string[] = []
      for (const section of catalogue) {
        if (present.has(section.key) || !belongs(section, dealType)) continue
        const content = draftSection(section, given)
        // A human-written section is prompted for only if the memo cannot be exported without it.
        if (content === undefined || (section.authoring === 'human' && !section.gatesExport)) continue
        await sections.addDraft(deal, actor, { sectionKey: section.key, content })
        written.push(section.key)
      }
      return written
    },

    /**
     * Drafts the sections again that nobody has edited. Runs inside a change that moved metrics; `planned` repeats that
     * change if this throws because it is slow. Returns their keys, and which of them have a new text.
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
        // If no metric is left, the previous draft stays, marked as stale.
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
