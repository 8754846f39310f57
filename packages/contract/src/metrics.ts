import { dealRole } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId } from './deals.ts'
import { type MetricUnit, metricConfirmations, metricOrigins, metricUnits } from './metric-words.ts'
import { operation } from './operation.ts'
import {
  boolean,
  described,
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
import {
  maxCellLength,
  maxCustomLabelLength,
  maxMetricKeyLength,
  maxMetricLabelLength,
  maxMetricSheetLength,
  minCellLength,
} from './sizes.ts'

const tag = 'Metrics'

export { type MetricUnit, metricConfirmations, metricOrigins, metricUnits }

export const metricKinds = ['input', 'derived'] as const

export const metricKey = text({
  pattern: `^[a-z0-9_]{1,${maxMetricKeyLength}}$`,
  description: 'What a section writes between double brackets.',
  examples: ['going_in_cap_rate_pct'],
})
const label = text({
  description: 'The name of the metric.',
  min: 1,
  max: maxMetricLabelLength,
  examples: ['Going-in Cap Rate'],
})

const Source = model(
  {
    file: text({ description: 'The workbook.', examples: ['Riverside model.xlsx'] }),
    sheet: text({ description: 'The sheet of the workbook.', examples: ['Summary'] }),
    cell: text({ description: 'The cell, such as D14.', examples: ['D14'] }),
  },
  { title: 'MetricSource', description: 'Where the value comes from; null if it was entered by hand.' },
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
          sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
          cell: text({ description: 'The cell, such as D14.', examples: ['C9'] }),
          reason: oneOf(frozenReasons, { description: 'Why it cannot be recalculated.' }),
          message: text({
            description: 'A sentence for a person.',
            examples: ['Returns!C9 links to another workbook.'],
          }),
        },
        {
          title: 'FrozenBy',
          description: 'The cell that keeps a frozen metric from being recalculated; null: there is no single one.',
        },
      ),
    ),
    confirmed: nullable(
      model(
        {
          by: uuid({ description: 'Who confirmed it.' }),
          by_name: text({ description: 'The display name of that person.', examples: ['Maya Chen'] }),
          at: instant({ description: 'When it was confirmed.' }),
        },
        {
          title: 'MetricConfirmation',
          description: 'Who chose or confirmed the cell, and when; null: nobody did, or the value has no cell.',
        },
      ),
    ),
    override: nullable(
      model(
        {
          value: number({ description: "The value entered over the model's.", examples: [5.5] }),
          workbook_value: nullable(
            number({ description: 'What the workbook says; null: not known.', examples: [5.25] }),
          ),
          applied_by: uuid({ description: 'Who applied it.' }),
          applied_by_name: text({ description: 'The display name of that person.', examples: ['Maya Chen'] }),
          applied_at: instant({ description: 'When it was applied.' }),
          reason: nullable(
            text({
              description: 'Why it was applied; null: no reason was given.',
              examples: ['Broker quote of 12 November'],
            }),
          ),
          replaces_formula: boolean({
            description: 'Made before formulas were protected: what the workbook computes is not used.',
            examples: [false],
          }),
        },
        { title: 'MetricOverride', description: 'The value applied over the workbook; null: there is none.' },
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
    unit: oneOf(metricUnits, { description: 'The unit of the metric.', examples: ['percentage_points'] }),
    value: nullable(number({ description: 'The value; null: there is none.', examples: [5.25] })),
    kind: oneOf(metricKinds, {
      description: 'Whether the metric is an input or derived from others.',
      examples: ['derived'],
    }),
    formula: nullable(
      text({ description: 'In words; null for an input.', examples: ['Net Operating Income / Purchase Price × 100'] }),
    ),
    source: nullable(described(Source, 'The cell that the value comes from; null: none.')),
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
      oneOf(['higher', 'lower'], {
        description: 'Which direction is better; null if neither is.',
        examples: ['higher'],
      }),
    ),
    plausible: nullable(
      described(
        model(
          {
            from: number({ description: 'The least plausible value.', examples: [1] }),
            to: number({ description: 'The greatest plausible value.', examples: [20] }),
          },
          { title: 'PlausibleRange', description: 'Beyond it a value is more likely a mistake; null: anything goes.' },
        ),
        'The range of plausible values; null if any value is plausible.',
      ),
    ),
    provenance: described(Provenance, 'Where the value comes from and who stands behind it.'),
    custom: boolean({
      description: 'Whether somebody on the deal defined it: it can be renamed and removed.',
      examples: [false],
    }),
    version: integer({ description: 'The version; it grows by one with every change.', examples: [2] }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'Metric' },
)
export type Metric = Static<typeof Metric>

export const dealMetrics = operation({
  id: 'dealMetrics',
  method: 'GET',
  path: '/api/canvas/{deal_id}/metrics',
  tag,
  summary: 'List the metrics of a deal',
  description: 'Lists the numbers of a deal, at most 500, in the order of the catalogue.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  answer: model(
    {
      metrics: list(Metric, { description: 'The metrics.' }),
      currency: oneOf(currencyCodes, {
        description: 'ISO 4217; money of the deal is in whole units of it.',
        examples: ['USD'],
      }),
    },
    { title: 'DealMetricsResponse' },
  ),
})

export const setMetric = operation({
  id: 'setMetric',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}',
  tag,
  summary: 'Set a metric by hand',
  description:
    'Sets a value on a deal without a model; on others it is 409 `tier_not_legacy`. Sections that cite the metric become stale. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, metric_key: metricKey }),
  body: model(
    {
      value: nullable(number({ description: 'In the unit of the metric; null: not known.', examples: [5.25] })),
      label: optional(label),
      unit: optional(
        oneOf(metricUnits, {
          description: 'Like the label, for a metric that the catalogue does not know; a ratio unless given.',
          examples: ['percentage_points'],
        }),
      ),
    },
    { title: 'SetMetricRequest' },
  ),
  answer: Metric,
  ifMatch: true,
  errors: ['deal_finalized', 'tier_not_legacy', 'too_many_metrics'],
})

const sheet = text({
  description: 'The sheet of the workbook.',
  min: 1,
  max: maxMetricSheetLength,
  examples: ['Summary'],
})
const cell = text({ description: 'The cell, such as D14.', min: minCellLength, max: maxCellLength, examples: ['D14'] })
const scale = optional(
  number({
    description:
      'What the number in the cell is multiplied with, such as 1000 where it stands in thousands; unless given, what the workbook says beside it. Only factors between units: powers of ten from 1e-9 to 1e12, 12 and 1/12, each also negative.',
    examples: [1],
  }),
)

/** Prefix of the key of every custom metric. */
export const customMetricPrefix = 'custom_'

const customLabel = text({
  description: 'The name of the metric.',
  min: 1,
  max: maxCustomLabelLength,
  examples: ['Loss to Lease'],
})
const unit = oneOf(metricUnits, { description: 'The unit of the metric.', examples: ['currency'] })

export const createCustomMetric = operation({
  id: 'createCustomMetric',
  method: 'POST',
  path: '/api/canvas/{deal_id}/metrics',
  tag,
  summary: 'Define a custom metric',
  description:
    'Defines a metric of this deal by name, unit and a cell of its workbook; its key begins with `custom_`. A deal has at most 500 metrics (409 `too_many_metrics`).',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  body: model({ label: customLabel, unit, sheet, cell, scale }, { title: 'CreateCustomMetricRequest' }),
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
  summary: 'Change a custom metric',
  description:
    'Changes name or unit of a custom metric; its key and cell stay. Needs If-Match; metrics of the catalogue are refused with 409 `metric_not_custom`.',
  access: dealRole('editor'),
  body: model({ label: optional(customLabel), unit: optional(unit) }, { title: 'ChangeCustomMetricRequest' }),
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
  summary: 'Delete a custom metric',
  description:
    'Removes a custom metric; sections that cite it become stale and show that the number is missing. Needs If-Match; 409 `metric_overridden` while an override is applied to it.',
  access: dealRole('editor'),
  ifMatch: 'required',
  errors: customErrors,
})

export const setMetricSource = operation({
  id: 'setMetricSource',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/metrics/{metric_key}/source',
  tag,
  summary: 'Choose the cell of a metric',
  description:
    'Reads a metric from another cell of the workbook. The choice is kept when a newer workbook replaces this one.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, metric_key: metricKey }),
  body: model(
    {
      document_id: optional(uuid({ description: 'The workbook that is meant; it must be the one of the model.' })),
      sheet,
      cell,
      scale,
    },
    { title: 'SetMetricSourceRequest' },
  ),
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
