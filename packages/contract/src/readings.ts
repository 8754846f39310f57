import { dealRole, orgRole, signedIn } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId, dealTiers } from './deals.ts'
import { metricConfirmations, metricKey, metricUnits } from './metrics.ts'
import { MetricDifference } from './models.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
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

const tag = 'Reading'

export const readingStatuses = ['pending', 'ready', 'no_model'] as const

/** What amounts of a workbook can be multiplied with: units, thousands, lakhs, millions, crores, billions. */
export const readingScales = [1, 1e3, 1e5, 1e6, 1e7, 1e9] as const

export const readingOrigins = ['person', 'workbook', 'default'] as const
/** The kinds of deals by the model that is made for them. */
export const dealKinds = [
  'pe_lbo',
  'saas_growth',
  'cre_multifamily',
  'cre_office',
  'company_dcf',
  'three_statement',
  'merger',
  'project_finance',
  'private_credit',
  'development',
] as const
export type DealKindName = (typeof dealKinds)[number]

/** What metrics are about, in the order in which they are checked. */
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

const sheet = text({ min: 1, max: 200, examples: ['Summary'] })
const cell = text({ min: 2, max: 20, examples: ['D14'] })
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
  { cell: ReadingCell, ...cellFacts, confidence: number(confidence) },
  { title: 'ReadingAlternative' },
)
export type ReadingAlternative = Static<typeof ReadingAlternative>

export const ReadingMetric = model(
  {
    key: metricKey,
    name: text({ examples: ['Net Operating Income'] }),
    unit: oneOf(metricUnits, { examples: ['currency'] }),
    cell: nullable(ReadingCell),
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
      max: 5,
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
  file_name: nullable(text({ examples: ['Riverside model.xlsx'] })),
  deal_type: nullable(text({ examples: ['cre_multifamily'] })),
  deal_kind: nullable(
    oneOf(dealKinds, {
      description:
        'By the words of the workbook; the headline metrics are those of this kind. Null: too little speaks for any, and they are those of `deal_type`.',
      examples: ['cre_multifamily'],
    }),
  ),
  currency,
  currency_origin: origin,
  units: model({ scale, origin }),
  boundary: model(
    { last_actual_year: nullable(lastActualYear), origin },
    { description: 'Where actuals end; null: nothing tells.' },
  ),
  scenario: nullable(
    model(
      {
        sheet,
        cell,
        label: text({ examples: ['Scenario'] }),
        value: integer({ examples: [2] }),
        choices: list(integer(), { examples: [[1, 2, 3]] }),
      },
      { description: 'The selector cell of the workbook and the case that is live; null: no selector was found.' },
    ),
  ),
  metrics: list(ReadingMetric, {
    description:
      'Every metric that was found, the headline and custom metrics that were not, and other metrics that were not but have a likely cell, in the order of the catalogue.',
    max: 500,
  }),
  version: integer({ description: 'For If-Match; rises with whatever changes the reading.', examples: [3] }),
}

export const Reading = model(readingFields, { title: 'Reading' })
export type Reading = Static<typeof Reading>

const readingBody = model({
  settings: optional(
    model(
      {
        currency: optional(nullable(currency)),
        last_actual_year: optional(nullable(lastActualYear)),
        scale: optional(nullable(scale)),
      },
      { description: 'Absent: as it is; null: what the workbook says. Cells that were confirmed stay as they are.' },
    ),
  ),
  choices: optional(
    list(
      model({
        metric_key: metricKey,
        cell: optional(
          model({
            sheet,
            cell,
            scale: optional(
              number({
                description: 'What the number in the cell is multiplied with; absent: what the workbook says.',
                examples: [1000],
              }),
            ),
          }),
        ),
        none: optional(boolean({ description: 'true: the workbook does not have this metric.', examples: [true] })),
      }),
      { description: 'Exactly one of `cell` and `none` each.', max: 500 },
    ),
  ),
  confirm: optional(
    anyJson({
      description: 'Keys of metrics whose cell is right as it was read, at most 500, or "all".',
      examples: [['noi', 'purchase_price'], 'all'],
    }),
  ),
})
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

const conversation = { params: model({ conversation_id: text({ max: 400, examples: ['demo-intake'] }) }) }

export const intakeReading = operation({
  ...conversation,
  id: 'intakeReading',
  method: 'GET',
  path: '/api/intake/{conversation_id}/reading',
  tag,
  summary: 'How the workbook of an intake is read: settings, and each metric with its cell and alternatives',
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
  summary: 'Correct or confirm how the workbook of an intake is read; needs the name, and the build never waits for it',
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
  summary: 'How the workbook of the deal is read: settings, and each metric with its cell and alternatives',
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
  summary:
    'Correct or confirm how the workbook is read; the rest is read again, and sections that nobody edited are drafted again',
  access: dealRole('editor'),
  body: readingBody,
  answer: ReadingChanged,
  ifMatch: 'required',
  errors: changeErrors,
})

export const rereadChanges = ['moved', 'found', 'lost'] as const

const RereadSide = model({
  value: nullable(number({ description: 'In the unit of the metric.', examples: [2_550_250] })),
  cell: nullable(ReadingCell),
  confidence: nullable(number(confidence)),
})

export const RereadMetric = model(
  {
    key: metricKey,
    name: text({ examples: ['Net Operating Income'] }),
    unit: oneOf(metricUnits, { examples: ['currency'] }),
    change: oneOf(rereadChanges, {
      description:
        'moved: it would have another value or another cell; found: the deal has no value for it now; lost: it would have no value.',
      examples: ['moved'],
    }),
    before: RereadSide,
    after: RereadSide,
  },
  { title: 'RereadMetric' },
)
export type RereadMetric = Static<typeof RereadMetric>

export const Reread = model(
  {
    metrics: list(RereadMetric, {
      description: 'The metrics that would change, in the order of the catalogue. Cells that people chose are kept.',
      max: 1_000,
    }),
    tier: model({ before: oneOf(dealTiers), after: oneOf(dealTiers) }),
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
  summary: 'Read the workbook of the deal again and tell what would change; nothing is changed',
  answer: Reread,
  idempotent: false,
  errors: ['no_model', 'model_too_costly', 'workers_busy'],
})

export const readAgain = operation({
  ...again,
  id: 'readAgain',
  method: 'PUT',
  summary:
    'Read the workbook of the deal again and use the result; cells that people chose or confirmed are kept, and sections that nobody edited are drafted again',
  answer: ReadingChanged,
  ifMatch: 'required',
  errors: changeErrors,
})

export const ReadingTemplate = model(
  {
    template_id: uuid(),
    metric_keys: list(metricKey, { description: 'The metrics whose cell is remembered.', max: 500 }),
    deal_id: nullable(dealId),
    deal_name: nullable(
      text({ description: 'The deal where a cell was last chosen; null: it was deleted.', examples: ['Riverside'] }),
    ),
    updated_by: uuid(),
    updated_by_name: text({ examples: ['Maya Okafor'] }),
    updated_at: instant(),
    created_at: instant(),
  },
  { title: 'ReadingTemplate' },
)
export type ReadingTemplate = Static<typeof ReadingTemplate>

const orgId = { org_id: text({ max: 100 }) }

export const readingTemplates = operation({
  id: 'readingTemplates',
  method: 'GET',
  path: '/api/orgs/{org_id}/reading-templates',
  tag,
  summary: 'The workbook templates whose chosen cells the organization remembers, the newest first',
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
  summary: 'Forget the cells chosen for a template; deals that use them keep them',
  access: orgRole('admin'),
  params: model({ ...orgId, template_id: text({ max: 100 }) }),
  errors: ['template_not_found'],
})
