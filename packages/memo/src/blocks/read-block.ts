import type { Axis, Block, BlockKind, ChosenRow, Evidence, Risk, Series } from './block.ts'
import { BlockProblem, createFields, type Fields } from './fields.ts'

const maxMetrics = 12
const maxRows = 200
const maxColumns = 60
const maxSeries = 6
const maxAxisValues = 15
const maxScenarios = 12
const maxEvidence = 10
const maxHeaderRows = 5
const maxSheetRow = 1_048_576
const maxPage = 100_000
export const maxQuoteLength = 1_000
export const maxRowLabelLength = 200
const maxStatementLength = 1_000

const area = /^[A-Z]{1,3}[1-9]\d{0,6}(?::[A-Z]{1,3}[1-9]\d{0,6})?$/
const column = /^[A-Z]{1,3}$/
const severities = ['high', 'medium', 'low'] as const
const chartKinds = ['line', 'bar'] as const

const readAxis = (fields: Fields): Axis => ({
  metric: fields.metric('metric'),
  ...fields.optional('values', () => fields.numbers('values', maxAxisValues)),
})

const readRow = (fields: Fields): ChosenRow => ({
  row: fields.integer('row', 1, maxSheetRow),
  label: fields.text('label', maxRowLabelLength),
  ...fields.optional('total', () => fields.flag('total')),
})

const readSeries = (fields: Fields): Series => ({ label: fields.text('label', 120), range: fields.form('range', area) })

const readQuote = (fields: Fields) => ({
  document: fields.text('document', 100),
  ...fields.optional('page', () => fields.integer('page', 1, maxPage)),
  quote: fields.text('quote', maxQuoteLength),
})

const readEvidence = (fields: Fields): Evidence =>
  fields.has('metric') ? { metric: fields.metric('metric') } : readQuote(fields)

const readRisk = (fields: Fields): Risk => ({
  block: 'risk',
  statement: fields.text('statement', maxStatementLength),
  severity: fields.oneOf('severity', severities),
  ...fields.optional('mitigant', () => fields.text('mitigant', maxStatementLength)),
  ...fields.optional('owner', () => fields.text('owner', 120)),
  ...fields.optional('evidence', () => fields.list('evidence', maxEvidence, readEvidence)),
})

const titleOf = (fields: Fields) => fields.optional('title', () => fields.text('title', 200))

const readers: { [Kind in BlockKind]: (fields: Fields) => Extract<Block, { block: Kind }> } = {
  kpis: (fields) => ({ block: 'kpis', ...titleOf(fields), metrics: fields.metrics('metrics', maxMetrics) }),
  model_table: (fields) => ({
    block: 'model_table',
    ...titleOf(fields),
    sheet: fields.text('sheet', 200),
    range: fields.form('range', area),
    ...fields.optional('header_rows', () => fields.integer('header_rows', 0, maxHeaderRows)),
    ...fields.optional('rows', () => fields.list('rows', maxRows, readRow)),
    ...fields.optional('columns', () => fields.forms('columns', column, maxColumns)),
  }),
  sensitivity: (fields) => ({
    block: 'sensitivity',
    ...titleOf(fields),
    metric: fields.metric('metric'),
    rows: fields.object('rows', readAxis),
    columns: fields.object('columns', readAxis),
  }),
  scenarios: (fields) => ({
    block: 'scenarios',
    ...titleOf(fields),
    metrics: fields.metrics('metrics', maxMetrics),
    ...fields.optional('scenarios', () => fields.texts('scenarios', 100, maxScenarios)),
  }),
  tornado: (fields) => ({ block: 'tornado', ...titleOf(fields), metric: fields.metric('metric') }),
  histogram: (fields) => ({ block: 'histogram', ...titleOf(fields), metric: fields.metric('metric') }),
  chart: (fields) => ({
    block: 'chart',
    ...titleOf(fields),
    kind: fields.oneOf('kind', chartKinds),
    sheet: fields.text('sheet', 200),
    categories: fields.form('categories', area),
    series: fields.list('series', maxSeries, readSeries),
  }),
  fact: (fields) => ({
    block: 'fact',
    ...readQuote(fields),
    ...fields.optional('metric', () => fields.metric('metric')),
  }),
  risk: readRisk,
}

export const blockKinds = Object.keys(readers) as BlockKind[]

/** Reads a block that came from outside. Throws a BlockProblem that says what is wrong with it. */
export const readBlock = (value: unknown): Block => {
  const fields = createFields(value, '')
  return readers[fields.oneOf('block', blockKinds)](fields)
}

/** Undefined if the text is not a block. */
export const parseBlock = (json: string): Block | undefined => {
  try {
    return readBlock(JSON.parse(json))
  } catch (error) {
    if (error instanceof BlockProblem || error instanceof SyntaxError) return undefined
    throw error
  }
}
