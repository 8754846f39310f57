import { dealRole, orgRole, signedIn } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealKinds } from './deal-kinds.ts'
import { dealId, dealTiers } from './deals.ts'
import { metricConfirmations, metricKey, metricUnits } from './metrics.ts'
import { MetricDifference } from './models.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
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
  maxAlternatives,
  maxCellLength,
  maxDealIdLength,
  maxIdLength,
  maxMetricSheetLength,
  maxMetrics,
  maxRereadMetrics,
  minCellLength,
} from './sizes.ts'

const tag = 'Reading'

export const readingStatuses = ['pending', 'ready', 'no_model'] as const

/** Possible factors for the amounts of a workbook: units, thousands, lakhs, millions, crores, billions. */
export const readingScales = [1, 1e3, 1e5, 1e6, 1e7, 1e9] as const

export const readingOrigins = ['person', 'workbook', 'default'] as const

/** Subjects of metrics, in the order in which they are checked. */
export const metricSubjects = [
  'returns',
  'price',
  'income',
  'debt',
  'exit',
  'valuation',
  'operations',
  'other',
  'custom',
] as const
export type MetricSubject = (typeof metricSubjects)[number]

const origin = oneOf(readingOrigins, {
  description: 'person: somebody set it; workbook: the workbook says so; default: nothing says anything else.',
  examples: ['workbook'],
})

const sheet = text({
  description: 'The sheet of the workbook.',
  min: 1,
  max: maxMetricSheetLength,
  examples: ['Summary'],
})
const cell = text({ description: 'The cell, such as D14.', min: minCellLength, max: maxCellLength, examples: ['D14'] })
const ReadingCell = model({ sheet, cell }, { title: 'ReadingCell' })
export type ReadingCell = Static<typeof ReadingCell>

const currency = oneOf(currencyCodes, { description: 'ISO 4217.', examples: ['USD'] })
const scale = number({
  description: 'What amounts are multiplied with: 1000 for a workbook in thousands. One of 1, 1e3, 1e5, 1e6, 1e7, 1e9.',
  examples: [1000],
})
const lastActualYear = integer({
  minimum: 1900,
  maximum: 2200,
  description: 'The last year that has happened; everything after it is forecast.',
  examples: [2025],
})

const cellFacts = {
  label: text({ description: 'The label beside the cell; empty: there is none.', examples: ['Net Operating Income'] }),
  value: nullable(number({ description: 'In the unit of the metric.', examples: [2_550_250] })),
  period: nullable(text({ description: 'Of its column; null: of no period.', examples: ['FY2025A'] })),
  is_formula: boolean({ description: 'Whether the cell holds a formula instead of a typed number.', examples: [true] }),
}
const confidence = { description: 'The probability that this is the right value, 0 to 1.', examples: [0.92] }

export const ReadingAlternative = model(
  { cell: described(ReadingCell, 'The cell that may hold the metric.'), ...cellFacts, confidence: number(confidence) },
  { title: 'ReadingAlternative' },
)
export type ReadingAlternative = Static<typeof ReadingAlternative>

export const ReadingMetric = model(
  {
    key: metricKey,
    name: text({ description: 'The name of the metric.', examples: ['Net Operating Income'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.', examples: ['currency'] }),
    cell: nullable(described(ReadingCell, 'The cell it is read from; null: none was found.')),
    ...cellFacts,
    confidence: nullable(number(confidence)),
    confirmation: oneOf(metricConfirmations, {
      description:
        'confirmed: a person chose the cell, confirmed it, or said that the workbook does not have the metric; read: found with high confidence, or in the cell that was chosen for the same template before; unconfirmed: a person should look.',
      examples: ['read'],
    }),
    headline: boolean({ description: 'Whether a memo about this kind of deal is judged by it.', examples: [true] }),
    subject: oneOf(metricSubjects, { description: 'What it is about.', examples: ['income'] }),
    custom: boolean({ description: 'Whether somebody on the deal defined it.', examples: [false] }),
    from_template: boolean({
      description: 'Whether the cell was taken from what the organization chose for the same template before.',
      examples: [false],
    }),
    alternatives: list(ReadingAlternative, {
      description:
        'Cells with other values that may hold it, the most likely first. For a metric that was not found: the cells to choose from.',
      max: maxAlternatives,
    }),
  },
  { title: 'ReadingMetric' },
)
export type ReadingMetric = Static<typeof ReadingMetric>

const readingFields = {
  status: oneOf(readingStatuses, {
    description: 'pending: the workbook is being read, ask again; no_model: there is no workbook that can be read.',
    examples: ['ready'],
  }),
  document_id: nullable(uuid({ description: 'The workbook.' })),
  file_name: nullable(text({ description: 'The workbook; null: there is none.', examples: ['Riverside model.xlsx'] })),
  deal_type: nullable(
    text({ description: 'What kind of deal the workbook is about; null: unknown.', examples: ['cre_multifamily'] }),
  ),
  deal_kind: nullable(
    oneOf(dealKinds, {
      description:
        'By the words of the workbook; the headline metrics are those of this kind. Null: too little speaks for any, and they are those of `deal_type`.',
      examples: ['cre_multifamily'],
    }),
  ),
  currency,
  currency_origin: origin,
  units: model(
    { scale, origin },
    { title: 'ReadingUnits', description: 'What numbers of the workbook are multiplied by.' },
  ),
  boundary: model(
    { last_actual_year: nullable(lastActualYear), origin },
    { title: 'ReadingBoundary', description: 'Where actuals end; null: nothing tells.' },
  ),
  scenario: nullable(
    model(
      {
        sheet,
        cell,
        label: text({ description: 'The text beside the selector cell.', examples: ['Scenario'] }),
        value: integer({ description: 'The scenario that is selected.', examples: [2] }),
        choices: list(integer(), { description: 'The scenarios that can be selected.', examples: [[1, 2, 3]] }),
      },
      {
        title: 'ReadingScenario',
        description: 'The selector cell of the workbook and the case that is live; null: no selector was found.',
      },
    ),
  ),
  metrics: list(ReadingMetric, {
    description:
      'Every metric that was found, the headline and custom metrics that were not, and other metrics that were not but have a likely cell, in the order of the catalogue.',
    max: maxMetrics,
  }),
  version: integer({ description: 'For If-Match; rises with whatever changes the reading.', examples: [3] }),
}

export const Reading = model(readingFields, { title: 'Reading' })
export type Reading = Static<typeof Reading>

const readingBody = model(
  {
    settings: optional(
      model(
        {
          currency: optional(nullable(currency)),
          last_actual_year: optional(nullable(lastActualYear)),
          scale: optional(nullable(scale)),
        },
        {
          title: 'ReadingSettings',
          description: 'Absent: as it is; null: what the workbook says. Cells that were confirmed stay as they are.',
        },
      ),
    ),
    choices: optional(
      list(
        model(
          {
            metric_key: metricKey,
            cell: optional(
              described(
                model(
                  {
                    sheet,
                    cell,
                    scale: optional(
                      number({
                        description: 'What the number in the cell is multiplied with; absent: what the workbook says.',
                        examples: [1000],
                      }),
                    ),
                  },
                  { title: 'ChosenCell' },
                ),
                'The cell that holds the metric.',
              ),
            ),
            none: optional(boolean({ description: 'true: the workbook does not have this metric.', examples: [true] })),
          },
          { title: 'ReadingChoice' },
        ),
        { description: 'Exactly one of `cell` and `none` each.', max: maxMetrics },
      ),
    ),
    confirm: optional(
      anyJson({
        description: 'Keys of metrics whose cell is right as it was read, at most 500, or "all".',
        examples: [['noi', 'purchase_price'], 'all'],
      }),
    ),
  },
  { title: 'ReadingChangeRequest' },
)
export type ReadingChange = Static<typeof readingBody>

export const ReadingChanged = model(
  {
    ...readingFields,
    differences: list(MetricDifference, { description: 'Every metric of the deal that has another value now.' }),
    redrafted_sections: list(text({ examples: ['executive_summary'] }), {
      description: 'Sections that nobody had edited, drafted again from the current numbers.',
    }),
    stale_sections: list(text({ examples: ['business_plan'] }), {
      description: 'Sections that somebody edited and that cite a metric that has another value now.',
    }),
  },
  { title: 'ReadingChanged' },
)
export type ReadingChanged = Static<typeof ReadingChanged>

const changeErrors = [
  'no_model',
  'model_changed',
  'deal_finalized',
  'too_many_metrics',
  'memo_too_large',
  'quota_exceeded',
  'model_too_costly',
  'workers_busy',
] as const

const conversation = {
  params: model({
    conversation_id: text({ description: 'The intake.', max: maxDealIdLength, examples: ['demo-intake'] }),
  }),
}

export const intakeReading = operation({
  ...conversation,
  id: 'intakeReading',
  method: 'GET',
  path: '/api/intake/{conversation_id}/reading',
  tag,
  summary: 'Show how the workbook of an intake is read',
  description:
    'Answers settings, and each metric with its cell, confidence and alternatives. `status` is `pending` while the workbook is being read.',
  access: signedIn,
  answer: Reading,
  errors: ['conversation_not_found', 'model_too_costly', 'workers_busy'],
})

export const changeIntakeReading = operation({
  ...conversation,
  id: 'changeIntakeReading',
  method: 'PUT',
  path: '/api/intake/{conversation_id}/reading',
  tag,
  summary: 'Correct how the workbook of an intake is read',
  description:
    'Changes settings, chooses cells or confirms metrics before the deal is built. Needs If-Match and a named deal; 409 `build_under_way` while it is built.',
  access: signedIn,
  body: readingBody,
  answer: ReadingChanged,
  ifMatch: 'required',
  errors: ['conversation_not_found', 'deal_unnamed', 'build_under_way', ...changeErrors],
})

const deal = { params: model({ deal_id: dealId }) }

export const dealReading = operation({
  ...deal,
  id: 'dealReading',
  method: 'GET',
  path: '/api/canvas/{deal_id}/reading',
  tag,
  summary: 'Show how the workbook of a deal is read',
  description:
    'Answers settings, and each metric with its cell, confidence and alternatives. Values are those of the workbook, without overrides.',
  access: dealRole('viewer'),
  answer: Reading,
  errors: ['model_too_costly', 'workers_busy'],
})

export const changeDealReading = operation({
  ...deal,
  id: 'changeDealReading',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/reading',
  tag,
  summary: 'Correct how the workbook of a deal is read',
  description:
    'Changes settings, chooses cells or confirms metrics; everything else is read again. Sections that nobody edited are drafted again, others that cite a changed number become stale. Needs If-Match.',
  access: dealRole('editor'),
  body: readingBody,
  answer: ReadingChanged,
  ifMatch: 'required',
  errors: changeErrors,
})

export const rereadChanges = ['moved', 'found', 'lost'] as const

const RereadSide = model(
  {
    value: nullable(number({ description: 'In the unit of the metric.', examples: [2_550_250] })),
    cell: nullable(described(ReadingCell, 'The cell; null: none.')),
    confidence: nullable(number(confidence)),
  },
  { title: 'RereadSide' },
)

export const RereadMetric = model(
  {
    key: metricKey,
    name: text({ description: 'The name of the metric.', examples: ['Net Operating Income'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.', examples: ['currency'] }),
    change: oneOf(rereadChanges, {
      description:
        'moved: it would have another value or another cell; found: the deal has no value for it now; lost: it would have no value.',
      examples: ['moved'],
    }),
    before: described(RereadSide, 'As it is read now.'),
    after: described(RereadSide, 'As it would be read.'),
  },
  { title: 'RereadMetric' },
)
export type RereadMetric = Static<typeof RereadMetric>

export const Reread = model(
  {
    metrics: list(RereadMetric, {
      description: 'The metrics that would change, in the order of the catalogue. Cells that people chose are kept.',
      max: maxRereadMetrics,
    }),
    tier: described(
      model(
        {
          before: oneOf(dealTiers, { description: 'The tier as it is.' }),
          after: oneOf(dealTiers, { description: 'The tier after reading again.' }),
        },
        { title: 'RereadTier' },
      ),
      'How far the model can be recalculated, before and after.',
    ),
    version: integer({ description: 'Of the reading that it was compared with, for If-Match.', examples: [3] }),
  },
  { title: 'Reread' },
)
export type Reread = Static<typeof Reread>

const again = { ...deal, path: '/api/canvas/{deal_id}/reading/again', tag, access: dealRole('editor') }

export const previewReadAgain = operation({
  ...again,
  id: 'previewReadAgain',
  method: 'POST',
  summary: 'Preview reading the workbook again',
  description:
    'Reads the workbook again and answers what would change, with the `version` to send when it is used. Nothing is changed.',
  answer: Reread,
  idempotent: false,
  errors: ['no_model', 'model_too_costly', 'workers_busy'],
})

export const readAgain = operation({
  ...again,
  id: 'readAgain',
  method: 'PUT',
  summary: 'Read the workbook again',
  description:
    'Reads the workbook again and uses the result. Cells that people chose or confirmed, custom metrics and overrides are kept; sections that nobody edited are drafted again. Needs If-Match.',
  answer: ReadingChanged,
  ifMatch: 'required',
  errors: changeErrors,
})

export const ReadingTemplate = model(
  {
    template_id: uuid({ description: 'The template.' }),
    metric_keys: list(metricKey, { description: 'The metrics whose cell is remembered.', max: maxMetrics }),
    deal_id: nullable(described(dealId, 'The deal on which cells were last chosen; null: it is gone.')),
    deal_name: nullable(
      text({ description: 'The deal where a cell was last chosen; null: it was deleted.', examples: ['Riverside'] }),
    ),
    updated_by: uuid({ description: 'Who last chose a cell.' }),
    updated_by_name: text({ description: 'The display name of that person.', examples: ['Maya Okafor'] }),
    updated_at: instant({ description: 'When a cell was last chosen.' }),
    created_at: instant({ description: 'When it was created.' }),
  },
  { title: 'ReadingTemplate' },
)
export type ReadingTemplate = Static<typeof ReadingTemplate>

const orgId = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }

export const readingTemplates = operation({
  id: 'readingTemplates',
  method: 'GET',
  path: '/api/orgs/{org_id}/reading-templates',
  tag,
  summary: 'List the workbook templates',
  description: 'Lists the layouts of workbooks whose chosen cells the organization remembers, the newest first.',
  access: orgRole('admin'),
  params: model(orgId),
  query: model(pageQuery),
  answer: page('templates', ReadingTemplate),
})

export const forgetReadingTemplate = operation({
  id: 'forgetReadingTemplate',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/reading-templates/{template_id}',
  tag,
  summary: 'Delete a workbook template',
  description: 'Forgets the cells chosen for a layout. Deals that use them keep them.',
  access: orgRole('admin'),
  params: model({ ...orgId, template_id: text({ description: 'The template.', max: maxIdLength }) }),
  errors: ['template_not_found'],
})
