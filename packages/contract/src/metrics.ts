import { dealRole } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import {
  boolean,
  instant,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'

const tag = 'Metrics'

/**
 * Dollars; percentage points (5.25 is 5.25 %); a multiple (2.5 is 2.5x); a plain ratio; a count; square feet; months;
 * a date as the number of its day in a spreadsheet (45,976 is 15 November 2025).
 */
export const metricUnits = [
  'currency',
  'percentage_points',
  'multiple_x',
  'ratio',
  'count',
  'square_feet',
  'months',
  'date',
] as const
export type MetricUnit = (typeof metricUnits)[number]

export const metricKinds = ['input', 'derived'] as const

export const metricKey = text({
  pattern: '^[a-z0-9_]{1,80}$',
  description: 'What a section writes between double brackets.',
  examples: ['going_in_cap_rate_pct'],
})
const label = text({ min: 1, max: 120, examples: ['Going-in Cap Rate'] })

const Source = model(
  {
    file: text({ examples: ['Riverside model.xlsx'] }),
    sheet: text({ examples: ['Summary'] }),
    cell: text({ examples: ['D14'] }),
  },
  { description: 'Where the value stands; null where it was entered by hand.' },
)
export type MetricSource = Static<typeof Source>

/** Why a cell keeps its cached value. */
export const frozenReasons = [
  'external_link',
  'unsupported_function',
  'unreadable_formula',
  'volatile_function',
  'distant_cell',
  'disagreement',
  'circular_reference',
  'data_table',
] as const

export const metricOrigins = ['computed', 'input', 'overridden', 'frozen', 'manual'] as const
export const metricConfirmations = ['confirmed', 'read', 'unconfirmed'] as const

export const Provenance = model(
  {
    origin: oneOf(metricOrigins, {
      description:
        'computed: by a formula that is recalculated; input: typed into its cell; overridden: a value applied over the workbook; frozen: a formula that is not recalculated, so the value is the one the file holds; manual: entered by hand.',
      examples: ['input'],
    }),
    confirmation: oneOf(metricConfirmations, {
      description:
        'confirmed: a person entered the value or chose its cell; read: found with high confidence; unconfirmed: its cell may be another one.',
      examples: ['read'],
    }),
    frozen: nullable(
      model(
        {
          sheet: text({ examples: ['Returns'] }),
          cell: text({ examples: ['C9'] }),
          reason: oneOf(frozenReasons),
          message: text({ examples: ['Returns!C9 links to another workbook.'] }),
        },
        { description: 'The cell that keeps a frozen metric from being recalculated; null: there is no single one.' },
      ),
    ),
    confirmed: nullable(
      model(
        { by: uuid(), by_name: text({ examples: ['Maya Chen'] }), at: instant() },
        { description: 'Who chose or confirmed the cell, and when; null: nobody did, or the value has no cell.' },
      ),
    ),
    override: nullable(
      model(
        {
          value: number({ examples: [5.5] }),
          workbook_value: nullable(
            number({ description: 'What the workbook says; null: not known.', examples: [5.25] }),
          ),
          applied_by: uuid(),
          applied_by_name: text({ examples: ['Maya Chen'] }),
          applied_at: instant(),
          reason: nullable(text({ examples: ['Broker quote of 12 November'] })),
          replaces_formula: boolean({
            description: 'Made before formulas were protected: what the workbook computes is not used.',
            examples: [false],
          }),
        },
        { description: 'The value applied over the workbook; null: there is none.' },
      ),
    ),
  },
  { title: 'Provenance' },
)
export type Provenance = Static<typeof Provenance>

export const Metric = model(
  {
    metric_key: metricKey,
    label,
    unit: oneOf(metricUnits, { examples: ['percentage_points'] }),
    value: nullable(number({ examples: [5.25] })),
    kind: oneOf(metricKinds, { examples: ['derived'] }),
    formula: nullable(
      text({ description: 'In words; null for an input.', examples: ['Net Operating Income / Purchase Price × 100'] }),
    ),
    source: nullable(Source),
    confidence: nullable(
      number({
        description: 'The probability that its cell has the right value, 0 to 1; null without a cell.',
        examples: [0.98],
      }),
    ),
    computed_share: nullable(
      number({
        description: 'Of the formulas behind it, the share that was recalculated, 0 to 1; null without a model.',
        examples: [1],
      }),
    ),
    better: nullable(
      oneOf(['higher', 'lower'], { description: 'Which way is good; null where neither is.', examples: ['higher'] }),
    ),
    plausible: nullable(
      model(
        { from: number({ examples: [1] }), to: number({ examples: [20] }) },
        { description: 'Beyond it a value is more likely a mistake; null: anything goes.' },
      ),
    ),
    provenance: Provenance,
    custom: boolean({
      description: 'Whether somebody on the deal defined it: it can be renamed and removed.',
      examples: [false],
    }),
    version: integer({ examples: [2] }),
    updated_at: instant(),
  },
  { title: 'Metric' },
)
export type Metric = Static<typeof Metric>

export const dealMetrics = operation({
  id: 'dealMetrics',
  method: 'GET',
  path: '/api/canvas/{deal_id}/metrics',
  tag,
  summary: 'The numbers of the deal, at most 500, in the order of the catalogue',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  answer: model({
    metrics: list(Metric),
    currency: oneOf(currencyCodes, {
      description: 'ISO 4217; money of the deal is in whole units of it.',
      examples: ['USD'],
    }),
  }),
})

export const setMetric = operation({
  id: 'setMetric',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}',
  tag,
  summary: 'Set a value by hand, on a deal without a model; sections that cite it become stale',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, metric_key: metricKey }),
  body: model({
    value: nullable(number({ description: 'In the unit of the metric; null: not known.', examples: [5.25] })),
    label: optional(label),
    unit: optional(
      oneOf(metricUnits, {
        description: 'Like the label, for a metric that the catalogue does not know; a ratio unless given.',
        examples: ['percentage_points'],
      }),
    ),
  }),
  answer: Metric,
  ifMatch: true,
  errors: ['deal_finalized', 'tier_not_legacy', 'too_many_metrics'],
})

const sheet = text({ min: 1, max: 200, examples: ['Summary'] })
const cell = text({ min: 2, max: 20, examples: ['D14'] })
const scale = optional(
  number({
    description:
      'What the number in the cell is multiplied with, such as 1000 where it stands in thousands; unless given, what the workbook says beside it. Only factors between units: powers of ten from 1e-9 to 1e12, 12 and 1/12, each also negative.',
    examples: [1],
  }),
)

/** How the key of every custom metric begins. */
export const customMetricPrefix = 'custom_'

const customLabel = text({ min: 1, max: 100, examples: ['Loss to Lease'] })
const unit = oneOf(metricUnits, { examples: ['currency'] })

export const createCustomMetric = operation({
  id: 'createCustomMetric',
  method: 'POST',
  path: '/api/canvas/{deal_id}/metrics',
  tag,
  summary: 'Define a metric of this deal: a name, a unit and a cell of its workbook; its key begins with custom_',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  body: model({ label: customLabel, unit, sheet, cell, scale }),
  answer: Metric,
  status: 201,
  errors: ['no_model', 'model_changed', 'deal_finalized', 'too_many_metrics', 'model_too_costly', 'workers_busy'],
})

const customMetric = { params: model({ deal_id: dealId, metric_key: metricKey }) }
const customErrors = [
  'metric_not_found',
  'metric_not_custom',
  'metric_overridden',
  'no_model',
  'model_changed',
  'deal_finalized',
  'model_too_costly',
  'workers_busy',
] as const

export const changeCustomMetric = operation({
  ...customMetric,
  id: 'changeCustomMetric',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}',
  tag,
  summary: 'Rename a custom metric or change its unit; its key and its cell stay',
  access: dealRole('editor'),
  body: model({ label: optional(customLabel), unit: optional(unit) }),
  answer: Metric,
  ifMatch: 'required',
  errors: customErrors,
})

export const deleteCustomMetric = operation({
  ...customMetric,
  id: 'deleteCustomMetric',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}',
  tag,
  summary: 'Remove a custom metric; sections that cite it become stale and show that it is missing',
  access: dealRole('editor'),
  ifMatch: 'required',
  errors: customErrors,
})

export const setMetricSource = operation({
  id: 'setMetricSource',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}/source',
  tag,
  summary: 'Take a metric from another cell of the workbook; it stays chosen when a newer workbook comes',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, metric_key: metricKey }),
  body: model({
    document_id: optional(uuid({ description: 'The workbook that is meant; it must be the one of the model.' })),
    sheet,
    cell,
    scale,
  }),
  answer: Metric,
  ifMatch: true,
  errors: [
    'metric_not_found',
    'no_model',
    'model_changed',
    'deal_finalized',
    'too_many_metrics',
    'model_too_costly',
    'workers_busy',
  ],
})
