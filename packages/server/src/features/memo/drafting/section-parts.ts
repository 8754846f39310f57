import type { ModelTableKind } from '@deal-canvas/engine'
import type { Block, CitedFact, KpiStrip } from '@deal-canvas/memo'
import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'
import { catalogue, type SectionKind } from '../sections/catalogue.ts'
import type { DraftMaterial, StatedFact } from './draft-material.ts'
import { knownRisks, type MetricValues } from './known-risks.ts'
import { blocksOfTable } from './table-blocks.ts'

/** What the parts of a section are made from. */
export interface Parts {
  /** Values of the metrics that can be stated. */
  readonly values: MetricValues
  readonly material: DraftMaterial
}

/** A single number is no strip. */
const minFigures = 2
const maxFigures = 6
const maxFacts = 4
const maxContradictions = 6
const maxFindings = 6

const words = (text: string): readonly string[] => text.split(' ')

/** The first that are known are the figures of a section, in this order. */
const figures: Readonly<Record<string, readonly string[]>> = {
  executive_summary: words(
    'purchase_price enterprise_value post_money_valuation offer_price_per_share facility_amount total_project_cost noi adjusted_ebitda arr revenue levered_irr_pct gross_irr_pct equity_multiple moic value_per_share upside_pct going_in_cap_rate_pct entry_multiple dscr net_leverage nrr_pct free_cash_flow',
  ),
  returns_analysis: words(
    'levered_irr_pct gross_irr_pct equity_multiple moic unlevered_irr_pct cash_on_cash_pct yield_on_cost_pct accretion_pct all_in_yield_pct',
  ),
}

/** Where the tables of the model are shown. */
const tables: Readonly<Record<string, readonly ModelTableKind[]>> = {
  transaction_overview: ['sources', 'uses'],
  property_overview: ['unit_mix'],
  financial_analysis: ['operating_statement', 'income_statement'],
  financing_structure: ['debt_schedule'],
  returns_analysis: ['cash_flow'],
  appendices: ['balance_sheet'],
}

/** Sections that state what documents say. */
const cited = new Set(
  words(
    'transaction_overview property_overview company_overview customer_analysis tenancy_lease_analysis financial_analysis quality_of_earnings financing_structure market_analysis',
  ),
)

const kpis = (metrics: readonly string[], title?: string): KpiStrip[] =>
  metrics.length < minFigures
    ? []
    : [{ block: 'kpis', ...(title === undefined ? {} : { title }), metrics: [...metrics] }]

const factBlock = ({ documentId, page, quote, metricKey }: StatedFact): CitedFact => ({
  block: 'fact',
  document: documentId,
  ...(page === undefined ? {} : { page }),
  quote,
  metric: metricKey,
})

/** The facts of each section: a metric is documented in the first section about it, and no sentence is repeated. */
const factsBySection = ({ facts }: DraftMaterial): ReadonlyMap<string, CitedFact[]> => {
  const [metrics, quotes] = [new Set<string>(), new Set<string>()]
  return new Map(
    catalogue
      .filter(({ key }) => cited.has(key))
      .map((section) => {
        const chosen: CitedFact[] = []
        for (const metric of section.metrics.filter((key) => !metrics.has(key))) {
          const fact = facts.find(({ metricKey, quote }) => metricKey === metric && !quotes.has(quote))
          if (fact === undefined || chosen.length === maxFacts) continue
          metrics.add(metric)
          quotes.add(fact.quote)
          chosen.push(factBlock(fact))
        }
        return [section.key, chosen]
      }),
  )
}

const sensitivityBlocks = ({ values, material }: Parts): Block[] => {
  const { sensitivity, hasScenarios } = material
  const found: Block[] = []
  if (sensitivity !== undefined && [sensitivity.metric, ...sensitivity.inputs].every((metric) => values.has(metric))) {
    const { metric, inputs } = sensitivity
    found.push({ block: 'sensitivity', metric, rows: { metric: inputs[0] }, columns: { metric: inputs[1] } })
    found.push({ block: 'tornado', metric })
  }
  const compared = (figures['executive_summary'] ?? []).filter((metric) => values.has(metric)).slice(0, maxFigures)
  if (hasScenarios && compared.length > 0)
    found.push({ block: 'scenarios', title: messages.scenariosTitle(), metrics: compared })
  return found
}

const riskBlocks = ({ values, material }: Parts): Block[] => [
  ...kpis(material.limited.filter((metric) => values.has(metric)).slice(0, maxFigures), messages.limitsTitle()),
  ...knownRisks(values),
  ...material.contradictions.slice(0, maxContradictions).map(factBlock),
  ...material.findings.slice(0, maxFindings).map(({ severity, title, place, metrics }): Block => {
    const evidence = metrics.filter((metric) => values.has(metric)).slice(0, 3)
    return {
      block: 'risk',
      statement: place === null ? messages.findingRisk({ title }) : messages.findingRiskAt({ title, place }),
      severity: severity === 'critical' ? 'high' : 'medium',
      ...(evidence.length === 0 ? {} : { evidence: evidence.map((metric) => ({ metric })) }),
    }
  }),
]

/** The blocks before and after the text of a section. */
export const blocksOfSection = ({ key }: SectionKind, parts: Parts): { before: Block[]; after: Block[] } => {
  const { values, material } = parts
  const known = (figures[key] ?? []).filter((metric) => values.has(metric)).slice(0, maxFigures)
  const shown = (tables[key] ?? []).flatMap((kind) => material.tables.find((table) => table.kind === kind) ?? [])
  return {
    before: kpis(known),
    after: [
      ...shown.flatMap(blocksOfTable),
      ...(factsBySection(material).get(key) ?? []),
      ...(key === 'sensitivity_scenarios' ? sensitivityBlocks(parts) : []),
      ...(key === 'risks_mitigants' ? riskBlocks(parts) : []),
    ],
  }
}
