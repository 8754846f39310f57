import type { Actor } from '../../../actor.ts'
import type { ChangingDeal } from '../../audit-trail/index.ts'
import type { Metrics } from '../../metrics/index.ts'
import { isUnconfirmed } from '../../metrics/index.ts'
import { type AnchorPlan, RewritingToPlan, SlowRewriting } from '../anchors/follow-anchors.ts'
import { belongs, catalogue, kindOfDeal, type SectionKind } from '../sections/catalogue.ts'
import type { Sections } from '../sections/sections.service.ts'
import { type DraftMaterial, noMaterial } from './draft-material.ts'
import { draftOpenItems } from './draft-open-items.ts'
import { draftSection, type Given } from './draft-section.ts'
import { missingMetrics } from './missing-metrics.ts'

interface Deps {
  metrics: Pick<Metrics, 'all'>
  sections: Pick<Sections, 'all' | 'removedKeys' | 'addDraft' | 'lockRow' | 'rewrite'>
  /** Reads what a draft can use besides the metrics. Slow: called before the deal is locked. */
  readMaterial(actor: Actor, dealId: string, signal?: AbortSignal): Promise<DraftMaterial>
  /** The deal kind as named by the engine; null if unknown. */
  dealTypeOf(dealId: string): Promise<string | null>
}

/** Sections by key. */
export interface Redrafted {
  /** Added, or drafted again although the text may be the same. */
  drafted: string[]
  /** Those of them with another text. */
  changed: string[]
  /** Those of them that are new. */
  added: string[]
}

interface Draft {
  kind: SectionKind
  content: string
}

/** What is read before a deal is locked, to draft its memo. */
export interface DraftPlan {
  material: DraftMaterial
  dealType: string | null
  /** Whether the memo was drafted, so that sections can be added for which there was nothing to say before. */
  isDrafted: boolean
}

/** Lists what is open, so it is drafted last. */
const openItemsKey = 'diligence_status'

/** What a memo of this kind should hold besides; a deal of unknown kind is asked only for what every memo has. */
const isExpected = (section: SectionKind, dealType: string | null): boolean =>
  section.key !== openItemsKey &&
  section.key !== 'appendices' &&
  (kindOfDeal(dealType) === undefined ? section.dealTypes.length === 3 : belongs(section, dealType))

/** The sections that a memo of a deal type should have. */
export const expectedSections = (dealType: string | null): Pick<SectionKind, 'key' | 'label'>[] =>
  catalogue.filter((kind) => isExpected(kind, dealType))

export type Memo = ReturnType<typeof createMemo>

/** Drafts the memo of a deal from the section catalog, the known metrics, the tables of the model and the documents. */
export const createMemo = ({ metrics, sections, readMaterial, dealTypeOf }: Deps) => {
  /** Splits the metrics into those that can be stated, those to be confirmed first, and those not found. */
  const given = async (dealId: string, { material }: DraftPlan): Promise<Given> => {
    const found = (await metrics.all(dealId)).filter(({ value }) => value !== null)
    const labels = (rows: typeof found) => new Map(rows.map(({ metricKey, label }) => [metricKey, label] as const))
    const sure = found.filter((metric) => !isUnconfirmed(metric))
    const known = labels(sure)
    const unconfirmed = labels(found.filter(isUnconfirmed))
    return {
      known,
      values: new Map(sure.flatMap(({ metricKey, value }) => (value === null ? [] : [[metricKey, value] as const]))),
      unconfirmed,
      missing: missingMetrics(known, unconfirmed),
      material,
    }
  }

  /** The texts of the sections that the deal can fill, in memo order. */
  const compose = (from: Given, { dealType }: DraftPlan, present: ReadonlySet<string>): Draft[] => {
    const drafts = catalogue.flatMap((kind) => {
      const content = belongs(kind, dealType) && kind.key !== openItemsKey ? draftSection(kind, from) : undefined
      return content === undefined ? [] : [{ kind, content }]
    })
    const written = new Set([...present, ...drafts.map(({ kind }) => kind.key)])
    const unwritten = catalogue.filter((kind) => isExpected(kind, dealType) && !written.has(kind.key))
    const openItems = catalogue.find(({ key }) => key === openItemsKey)
    const content = draftOpenItems(from, unwritten)
    if (openItems !== undefined && content !== undefined) drafts.push({ kind: openItems, content })
    return drafts.sort((a, b) => catalogue.indexOf(a.kind) - catalogue.indexOf(b.kind))
  }

  /** In memo order, also if other sections are drafted later. */
  const addDraft = async (deal: ChangingDeal, actor: Actor, { kind, content }: Draft): Promise<void> => {
    await sections.addDraft(deal, actor, { sectionKey: kind.key, content, position: catalogue.indexOf(kind) })
  }

  const presentKeys = async (dealId: string): Promise<ReadonlySet<string>> =>
    new Set((await sections.all(dealId)).map(({ sectionKey }) => sectionKey))

  /** Reads everything slow that a draft needs. */
  const plan = async (actor: Actor, dealId: string, signal?: AbortSignal): Promise<DraftPlan> => {
    const [material, dealType] = await Promise.all([readMaterial(actor, dealId, signal), dealTypeOf(dealId)])
    return { material, dealType, isDrafted: true }
  }

  return {
    plan,

    /** Reads nothing for a memo that was not drafted. */
    planRedraft: async (actor: Actor, dealId: string): Promise<DraftPlan> =>
      (await sections.all(dealId)).some(({ draftedVersion }) => draftedVersion !== null)
        ? plan(actor, dealId)
        : { material: noMaterial, dealType: null, isDrafted: false },

    /**
     * Runs inside a change of the deal. Existing sections stay as they are. Returns the keys of the sections written.
     */
    draft: async (deal: ChangingDeal, actor: Actor, plan: DraftPlan): Promise<string[]> => {
      const dealId = deal.row.id
      const present = await presentKeys(dealId)
      const removed = await sections.removedKeys(dealId)
      const drafts = compose(await given(dealId, plan), plan, present).filter(
        ({ kind }) => !present.has(kind.key) && !removed.has(kind.key),
      )
      for (const draft of drafts) await addDraft(deal, actor, draft)
      return drafts.map(({ kind }) => kind.key)
    },

    /**
     * Drafts the sections again that nobody has edited, and those for which there was nothing to say before, if the memo
     * was drafted at all. Runs inside another change of the deal; `anchors` repeats that change if this throws because it
     * is slow.
     */
    redraft: async (
      deal: ChangingDeal,
      actor: Actor,
      plan: DraftPlan,
      anchors: AnchorPlan | undefined,
    ): Promise<Redrafted> => {
      const dealId = deal.row.id
      const present = await presentKeys(dealId)
      const removed = await sections.removedKeys(dealId)
      const drafted: string[] = []
      const added: string[] = []
      const changed: string[] = []
      // If nothing is left to say, the previous draft stays, marked as stale.
      for (const { kind, content } of compose(await given(dealId, plan), plan, present)) {
        if (!present.has(kind.key)) {
          // A section that somebody removed stays out.
          if (!plan.isDrafted || removed.has(kind.key)) continue
          await addDraft(deal, actor, { kind, content })
          added.push(kind.key)
          continue
        }
        const section = await sections.lockRow(dealId, kind.key)
        if (section === undefined || section.draftedVersion !== section.version) continue
        const written = await sections.rewrite(deal, actor, { section, content, plan: anchors, isDraft: true })
        if (written instanceof SlowRewriting) throw new RewritingToPlan(written)
        drafted.push(kind.key)
        if (written.version !== section.version) changed.push(kind.key)
      }
      return { drafted: [...drafted, ...added], changed: [...changed, ...added], added }
    },
  }
}
