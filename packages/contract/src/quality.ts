import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { integer, list, map, model, nullable, number, oneOf, type Static, text } from './schema.ts'

const tag = 'Data quality'

export const severities = ['critical', 'high', 'medium', 'low'] as const

export const QualityFinding = model(
  {
    check: text({ examples: ['sum_range_gap'] }),
    severity: oneOf(severities, { examples: ['high'] }),
    message: text({ examples: ['The sum in C12 leaves out C11.'] }),
    sheet: nullable(text({ description: 'Null: the whole workbook.', examples: ['Summary'] })),
    cell: nullable(text({ examples: ['C12'] })),
    impact: model({
      dependents: integer({ description: 'Formulas that depend on it.', examples: [14] }),
      metrics: list(text({ examples: ['noi'] }), { description: 'Headline metrics that it reaches.' }),
    }),
  },
  { title: 'QualityFinding' },
)
export type QualityFinding = Static<typeof QualityFinding>

export const QualityQuestion = model(
  {
    check: text({ description: 'The check that waits for the answer.', examples: ['derived_identity_broken'] }),
    metric_key: text({ examples: ['noi'] }),
    message: text({ examples: ['Is Returns!D14 the noi (2,500,000)?'] }),
    sheet: text({ examples: ['Returns'] }),
    cell: text({ examples: ['D14'] }),
    value: nullable(number({ examples: [2_500_000] })),
    confidence: number({ description: 'How likely the cell is the metric, 0 to 1.', examples: [0.64] }),
  },
  { title: 'QualityQuestion' },
)
export type QualityQuestion = Static<typeof QualityQuestion>

export const agreements = ['agrees', 'differs', 'single'] as const

export const FinancialHighlight = model(
  {
    label: text({ examples: ['Net Operating Income'] }),
    value: nullable(number({ examples: [2_500_000] })),
    unit: oneOf(metricUnits, { examples: ['currency'] }),
    sources: list(
      model({
        sheet: text({ examples: ['Summary'] }),
        cell: text({ examples: ['D14'] }),
        value: nullable(number({ examples: [2_500_000] })),
        confidence: number({ examples: [0.98] }),
        period: nullable(text({ description: 'The period that it is of, where it has one.', examples: ['Year 1'] })),
      }),
      { description: 'Where it stands, the surest first.' },
    ),
    agreement: oneOf(agreements, {
      description: 'Whether the tabs that have it say the same; single: one tab has it.',
    }),
  },
  { title: 'FinancialHighlight' },
)
export type FinancialHighlight = Static<typeof FinancialHighlight>

export const DataQuality = model(
  {
    deal_id: dealId,
    status: oneOf(['assessed', 'no_model'] as const),
    model_version: modelVersion,
    model_integrity_score: number({ minimum: 0, maximum: 100, examples: [87] }),
    data_quality_summary: model({
      critical: integer({ examples: [0] }),
      high: integer({ examples: [1] }),
      medium: integer({ examples: [2] }),
      low: integer({ examples: [4] }),
      total: integer({ description: 'Of all findings, also of those that are not listed.', examples: [7] }),
      checks_run: integer({ description: 'Checks that had something to look at.', examples: [21] }),
      coverage: number({ description: 'How much of the model could be examined, 0 to 1.', examples: [0.96] }),
      findings: list(QualityFinding, { description: 'The worst first, at most 200.' }),
      questions: list(QualityQuestion, {
        description: 'Cells to confirm before some checks can say anything. They do not lower the score. At most 20.',
      }),
    }),
    financial_highlights: map(FinancialHighlight, { description: 'By metric key.' }),
  },
  { title: 'DataQualityResponse' },
)
export type DataQuality = Static<typeof DataQuality>

export const dataQuality = operation({
  id: 'dataQuality',
  method: 'GET',
  path: '/api/canvas/{deal_id}/data-quality',
  tag,
  summary: 'How far the model can be relied on, and what is wrong with it',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  answer: DataQuality,
  errors: ['model_too_costly', 'workers_busy'],
})
