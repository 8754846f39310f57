import { dealRole } from './access.ts'
import { dealId, dealTiers } from './deals.ts'
import { frozenReasons, metricKey, metricUnits } from './metrics.ts'
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
import { maxFrozenCells, maxMetrics, maxMetricsOfFrozenCell, maxWorkbookChanges } from './sizes.ts'

const tag = 'Model'
const params = model({ deal_id: dealId })

export const modelVersion = integer({
  description: 'Rises with everything that moves a number; 0: no number was ever moved.',
  examples: [3],
})

export const FrozenCells = model(
  {
    cells: list(
      model(
        {
          sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
          cell: text({ description: 'The cell, such as D14.', examples: ['C9'] }),
          reason: oneOf(frozenReasons, { description: 'Why it cannot be recalculated.' }),
          message: text({
            description: 'A sentence for a person.',
            examples: ['Returns!C9 links to another workbook.'],
          }),
          metrics: list(metricKey, {
            description: 'The metrics that depend on the cell, at most 20.',
            max: maxMetricsOfFrozenCell,
          }),
        },
        { title: 'FrozenCell' },
      ),
      { description: 'Those with the most metrics first, at most 20.', max: maxFrozenCells },
    ),
    cell_count: integer({ description: 'All frozen cells that a metric depends on.', examples: [1] }),
    metrics: list(metricKey, { description: 'All metrics that depend on a frozen cell.', max: maxMetrics }),
  },
  {
    title: 'FrozenCells',
    description:
      'Cells that cannot be recalculated and keep the value of the workbook, with the metrics that depend on them. All other metrics are recalculated. null: no workbook, or it was read before this was recorded.',
  },
)
export type FrozenCells = Static<typeof FrozenCells>

export const DealModel = model(
  {
    model_version: modelVersion,
    tier: oneOf(dealTiers, { description: 'How far the model can be recalculated.' }),
    document_id: nullable(uuid({ description: 'The workbook; null: numbers by hand.' })),
    file_name: nullable(
      text({ description: 'The workbook; null: the deal has none.', examples: ['Riverside model.xlsx'] }),
    ),
    deal_type: nullable(
      text({ description: 'What kind of deal the workbook is about; null: unknown.', examples: ['cre_multifamily'] }),
    ),
    formulas: integer({ description: 'Formulas whose value the workbook has.', examples: [1_240] }),
    computed: integer({ description: 'Those that were recalculated.', examples: [1_240] }),
    agreeing: integer({ description: 'Those that came out as the workbook has them.', examples: [1_240] }),
    uncached: integer({
      description: 'Formulas for which the workbook has no value: they were calculated here and counted nowhere else.',
      examples: [0],
    }),
    frozen: nullable(described(FrozenCells, 'The cells that cannot be recalculated; null: none.')),
    overrides: list(
      model(
        {
          metric_key: metricKey,
          value: number({ description: "The value entered over the model's.", examples: [5.5] }),
          model_version: modelVersion,
          workbook_value: nullable(
            number({ description: 'What the workbook says; null: not known.', examples: [5.25] }),
          ),
          replaces_formula: boolean({ description: 'Whether the cell held a formula.', examples: [false] }),
          reason: nullable(
            text({
              description: 'Why it was applied; null: no reason was given.',
              examples: ['Broker quote of 12 November'],
            }),
          ),
          applied_by: uuid({ description: 'Who applied it.' }),
          applied_at: instant({ description: 'When it was applied.' }),
        },
        { title: 'AppliedOverride' },
      ),
      { description: 'Values that were applied over those of the workbook and not reverted, the newest first.' },
    ),
    updated_at: nullable(instant({ description: 'When the model was last changed; null: the deal has none.' })),
  },
  { title: 'DealModel' },
)
export type DealModel = Static<typeof DealModel>

export const dealModel = operation({
  id: 'dealModel',
  method: 'GET',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Show the model of a deal',
  description:
    'Answers which workbook the numbers come from, how far it is recalculated, and the overrides applied to it.',
  access: dealRole('viewer'),
  params,
  answer: DealModel,
})

export const MetricDifference = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Going-in Cap Rate'] }),
    before: nullable(number({ description: 'The value before; null: there was none.', examples: [5.25] })),
    after: nullable(number({ description: 'The value after; null: there is none.', examples: [5.4] })),
  },
  { title: 'MetricDifference' },
)
export type MetricDifference = Static<typeof MetricDifference>

export const replaceModel = operation({
  id: 'replaceModel',
  method: 'POST',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Replace the model by another workbook',
  description:
    'Takes the numbers from a workbook among the documents of the deal. Chosen cells are kept; the answer lists every number that changed and the sections that became stale.',
  access: dealRole('editor'),
  params,
  body: model(
    {
      document_id: uuid({ description: 'The workbook, a document of the deal.' }),
      model_version: optional(
        integer({
          description: 'The version of the model that was compared with it; 409 `model_changed` if it is another now.',
          examples: [3],
        }),
      ),
    },
    { title: 'ReplaceModelRequest' },
  ),
  answer: model(
    {
      model_version: modelVersion,
      tier: oneOf(dealTiers, { description: 'How far the new model can be recalculated.' }),
      differences: list(MetricDifference, { description: 'Every metric that has another value now.' }),
      stale_sections: list(text({ examples: ['executive_summary'] }), {
        description: 'Keys of the sections that cite a changed number.',
      }),
      lost: list(metricKey, {
        description:
          'Metrics that the workbook no longer has, or whose chosen cell or applied value could not be kept with it.',
      }),
    },
    { title: 'ReplaceModelResponse' },
  ),
  errors: [
    'document_not_found',
    'model_changed',
    'deal_finalized',
    'too_many_metrics',
    'model_too_costly',
    'workers_busy',
  ],
})

const countOf = (what: string) =>
  integer({ description: `How many ${what}; at most ${maxWorkbookChanges} are listed.` })
const sheetName = text({ description: 'The sheet.', examples: ['Assumptions'] })
const changedCell = {
  sheet: sheetName,
  cell: text({ description: 'The cell in the new workbook.', examples: ['B33'] }),
  label: nullable(text({ description: 'What its row is called; null: it has no label.', examples: ['Exit cap rate'] })),
}
const changedLine = {
  sheet: sheetName,
  change: oneOf(['added', 'removed'], { description: 'Whether only the new or only the present workbook has it.' }),
  label: nullable(text({ description: 'Its first text; null: it has none.', examples: ['Management fee'] })),
}
const cellValue = (when: string) =>
  text({ description: `Its value ${when}, as a number or TRUE or FALSE.`, examples: ['0.0525'] })
const cellFormula = (when: string) =>
  nullable(text({ description: `Its formula ${when}; null: it holds a value.`, examples: ['SUM(B2:B10)'] }))

const MovedMetric = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Levered IRR'] }),
    unit: oneOf(metricUnits, { description: 'The unit of both values.' }),
    before: nullable(number({ description: 'The value now; null: there is none.', examples: [18.3] })),
    after: nullable(number({ description: 'The value with the new workbook; null: there is none.', examples: [15.7] })),
  },
  { title: 'MovedMetric' },
)

export const WorkbookPreview = model(
  {
    model_version: modelVersion,
    document_id: uuid({ description: 'The new workbook.' }),
    file_name: text({ description: 'Its name.', examples: ['Riverside model v2.xlsx'] }),
    tier: oneOf(dealTiers, { description: 'How far the new model can be recalculated.' }),
    metrics: list(MovedMetric, { description: 'The metrics that would have another value.' }),
    lost: list(metricKey, {
      description: 'Metrics that the new workbook does not have, or whose chosen cell it does not have.',
    }),
    lost_overrides: list(metricKey, { description: 'Metrics whose override could not be kept.' }),
    stale_sections: list(text({ examples: ['executive_summary'] }), {
      description: 'Keys of the sections that cite a number that would change.',
    }),
    compared: boolean({
      description:
        'Whether the cells of both workbooks were compared; false: the deal has no workbook now, and all that follows is empty.',
    }),
    sheets_added: list(text({ description: 'A sheet.' }), { description: 'Sheets of the new workbook alone.' }),
    sheets_removed: list(text({ description: 'A sheet.' }), { description: 'Sheets of the present workbook alone.' }),
    inputs: list(
      model(
        { ...changedCell, before: cellValue('now'), after: cellValue('in the new workbook') },
        { title: 'ChangedInput' },
      ),
      { description: 'Typed numbers that differ, in cells that both workbooks have.' },
    ),
    inputs_count: countOf('typed numbers differ'),
    formulas: list(
      model(
        { ...changedCell, before: cellFormula('now'), after: cellFormula('in the new workbook') },
        { title: 'ChangedFormula' },
      ),
      { description: 'Formulas that differ other than by moving along with their rows and columns.' },
    ),
    formulas_count: countOf('formulas differ'),
    rows: list(
      model(
        { ...changedLine, row: integer({ description: 'Its number in the workbook that has it.', examples: [12] }) },
        { title: 'ChangedRow' },
      ),
      { description: 'Rows that were added or removed; rows are found again by their labels.' },
    ),
    rows_count: countOf('rows were added or removed'),
    columns: list(
      model(
        { ...changedLine, column: text({ description: 'Its name in the workbook that has it.', examples: ['F'] }) },
        { title: 'ChangedColumn' },
      ),
      { description: 'Columns that were added or removed.' },
    ),
    columns_count: countOf('columns were added or removed'),
  },
  { title: 'WorkbookPreview' },
)
export type WorkbookPreview = Static<typeof WorkbookPreview>

export const previewModel = operation({
  id: 'previewModel',
  method: 'POST',
  path: '/api/canvas/{deal_id}/model/preview',
  tag,
  summary: 'Compare another workbook with the model',
  description:
    'Answers what would change if the numbers came from this document: metrics, typed numbers, formulas, rows, columns and sheets, and which metrics and overrides would be lost. Nothing is changed or stored; `POST …/model` with the `model_version` of the answer accepts it, and removing the document discards it.',
  access: dealRole('editor'),
  params,
  body: model(
    { document_id: uuid({ description: 'The workbook, a document of the deal.' }) },
    { title: 'PreviewModelRequest' },
  ),
  answer: WorkbookPreview,
  limit: 'model_preview',
  errors: ['document_not_found', 'model_too_costly', 'rate_limited', 'too_many_metrics', 'workers_busy'],
})
