import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { described, instant, integer, list, map, model, nullable, number, oneOf, type Static, text } from './schema.ts'
import { maxIdLength, maxQualityFindings, maxSettlementReasonLength, maxThresholds } from './sizes.ts'
import { ThresholdResult } from './thresholds.ts'

const tag = 'Data quality'

export const severities = ['critical', 'high', 'medium', 'low'] as const

/** `accepted`: the finding is right, and the deal lives with it. `dismissed`: it is not a mistake. */
export const findingChoices = ['accepted', 'dismissed'] as const
export type FindingChoice = (typeof findingChoices)[number]

const findingId = text({
  description: 'The finding: the same for the same check of the same cell. Of a contradiction, its id there.',
  max: maxIdLength,
  examples: ['5f1d0c3b9a7e4c2186d0b1a3f4e5c6d7'],
})

const findingSettlement = {
  choice: oneOf(findingChoices, { description: 'Whether it was accepted, or dismissed because it is not a mistake.' }),
  reason: text({
    description: 'Why.',
    min: 1,
    max: maxSettlementReasonLength,
    examples: ['The lender fixed the rate.'],
  }),
}

const Settled = model(
  {
    ...findingSettlement,
    by: text({ description: 'Who settled it.', examples: ['Daniel Reyes'] }),
    at: instant({ description: 'When it was settled.' }),
  },
  { title: 'FindingSettlement', description: 'How it was settled; null: it is open.' },
)

export const QualityFinding = model(
  {
    id: findingId,
    check: text({ description: 'The check that found it.', examples: ['sum_range_gap'] }),
    title: text({ description: 'The check in a few words.', examples: ['Sum leaves out a number'] }),
    severity: oneOf(severities, { description: 'How serious it is.', examples: ['high'] }),
    message: text({ description: 'What was found, in a sentence.', examples: ['The sum in C12 leaves out C11.'] }),
    sheet: nullable(text({ description: 'Null: the whole workbook.', examples: ['Summary'] })),
    cell: nullable(text({ description: 'The cell; null: the whole sheet or workbook.', examples: ['C12'] })),
    impact: described(
      model(
        {
          dependents: integer({ description: 'Formulas that depend on it.', examples: [14] }),
          metrics: list(text({ examples: ['noi'] }), { description: 'Headline metrics that it reaches.' }),
        },
        { title: 'FindingImpact' },
      ),
      'What depends on it.',
    ),
    settlement: nullable(Settled),
    version: integer({
      description: 'Rises each time it is settled or opened; 0: it never was. Send it as If-Match.',
      minimum: 0,
      examples: [0],
    }),
  },
  { title: 'QualityFinding' },
)
export type QualityFinding = Static<typeof QualityFinding>

export const QualityQuestion = model(
  {
    check: text({ description: 'The check that waits for the answer.', examples: ['derived_identity_broken'] }),
    title: text({ description: 'The check in a few words.', examples: ['Metrics do not reconcile'] }),
    metric_key: text({ description: 'The key of the metric.', examples: ['noi'] }),
    message: text({ description: 'The question, in a sentence.', examples: ['Is Returns!D14 ($2,500,000) the NOI?'] }),
    sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
    cell: text({ description: 'The cell, such as D14.', examples: ['D14'] }),
    value: nullable(number({ description: 'The value read from the cell; null: none.', examples: [2_500_000] })),
    confidence: number({ description: 'How likely the cell is the metric, 0 to 1.', examples: [0.64] }),
  },
  { title: 'QualityQuestion' },
)
export type QualityQuestion = Static<typeof QualityQuestion>

export const agreements = ['agrees', 'differs', 'single'] as const

export const FinancialHighlight = model(
  {
    label: text({ description: 'The name of the metric.', examples: ['Net Operating Income'] }),
    value: nullable(number({ description: 'The value; null: there is none.', examples: [2_500_000] })),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.', examples: ['currency'] }),
    sources: list(
      model(
        {
          sheet: text({ description: 'The sheet of the workbook.', examples: ['Summary'] }),
          cell: text({ description: 'The cell, such as D14.', examples: ['D14'] }),
          value: nullable(
            number({ description: 'The value of that cell; null: not a number.', examples: [2_500_000] }),
          ),
          confidence: number({ description: 'How likely the reading is right, from 0 to 1.', examples: [0.98] }),
          period: nullable(text({ description: 'The period that it is of, where it has one.', examples: ['Year 1'] })),
        },
        { title: 'HighlightSource' },
      ),
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
    status: oneOf(['assessed', 'no_model'] as const, { description: 'Whether there is a model to assess.' }),
    model_version: modelVersion,
    model_integrity_score: number({
      description: 'From 0 to 100; 100 means that nothing was found.',
      minimum: 0,
      maximum: 100,
      examples: [87],
    }),
    data_quality_summary: described(
      model(
        {
          critical: integer({ description: 'Critical findings.', examples: [0] }),
          high: integer({ description: 'Findings of high severity.', examples: [1] }),
          medium: integer({ description: 'Findings of medium severity.', examples: [2] }),
          low: integer({ description: 'Findings of low severity.', examples: [4] }),
          total: integer({ description: 'Of all findings, also of those that are not listed.', examples: [7] }),
          checks_run: integer({ description: 'Checks that had something to look at.', examples: [21] }),
          coverage: number({ description: 'How much of the model could be examined, 0 to 1.', examples: [0.96] }),
          contradictions: integer({
            description:
              'Open contradictions between documents and numbers, which the counts include. They do not change the score.',
            examples: [2],
          }),
          findings: list(QualityFinding, { description: 'The worst first, at most 200.', max: maxQualityFindings }),
          questions: list(QualityQuestion, {
            description:
              'Cells to confirm before some checks can say anything. They do not lower the score. At most 20.',
          }),
        },
        { title: 'SeverityCounts' },
      ),
      'How many findings there are of each severity.',
    ),
    financial_highlights: map(FinancialHighlight, { description: 'By metric key.' }),
    thresholds: list(ThresholdResult, {
      description:
        'How the numbers that the memo presents compare with the hurdles and covenants of the deal. They do not change the score.',
      max: maxThresholds,
    }),
    breached_count: integer({ description: 'How many hurdles and covenants are breached.', examples: [1] }),
  },
  { title: 'DataQualityResponse' },
)
export type DataQuality = Static<typeof DataQuality>

export const dataQuality = operation({
  id: 'dataQuality',
  method: 'GET',
  path: '/api/canvas/{deal_id}/data-quality',
  tag,
  summary: 'Show how reliable the model is',
  description:
    'Answers the model integrity score with its findings, questions about uncertain readings, the headline numbers with their sources, and how they compare with the hurdles and covenants of the deal.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  answer: DataQuality,
  errors: ['model_too_costly', 'workers_busy'],
})

const oneFinding = model({ deal_id: dealId, finding_id: findingId })

export const settleFinding = operation({
  id: 'settleFinding',
  method: 'POST',
  path: '/api/canvas/{deal_id}/findings/{finding_id}/settle',
  tag,
  summary: 'Accept or dismiss a finding',
  description:
    'Records that a finding of the model was accepted or dismissed, and why. It keeps its place and the score is unchanged; readiness no longer counts it. It opens again when a new model changes what it says. A contradiction is settled with its own operation.',
  access: dealRole('editor'),
  params: oneFinding,
  body: model(findingSettlement, { title: 'SettleFindingRequest' }),
  answer: QualityFinding,
  ifMatch: true,
  errors: ['finding_not_found', 'model_changed', 'deal_finalized', 'model_too_costly', 'workers_busy'],
})

export const reopenFinding = operation({
  id: 'reopenFinding',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/findings/{finding_id}/settle',
  tag,
  summary: 'Open a settled finding again',
  description: 'Undoes the settlement of a finding. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: oneFinding,
  ifMatch: 'required',
  errors: ['finding_not_found', 'deal_finalized'],
})
