import type { EndingEvent, EventOf, twoWayTable } from '@deal-canvas/contract'
import { type TableAxis, type TableRows, usualAxis } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import type { MetricRow } from '../metrics/index.ts'
import { isComputed, unknownMetric } from '../metrics/index.ts'
import { domainOf, type ModelComputing, ModelRefusal } from '../models/index.ts'
import type { ModelInScenario } from '../scenarios/index.ts'
import { maxWaitMs } from './preview.service.ts'
import { hasValue, type MetricWithValue, refuseField, valuesOf } from './read-metrics.ts'

interface Deps {
  computing: Pick<ModelComputing, 'table' | 'tableByCatalogue'>
  modelInScenario: ModelInScenario
  /** Whether an admitted user still has access to the deal. */
  isLetIn(actor: Actor, dealId: string): Promise<boolean>
  /** Monotonic clock for durations. */
  ticks(): number
}

/** An input, and its values if the user chose them. */
interface AskedAxis {
  metricKey: string
  values: readonly number[] | undefined
}

export interface AskedTable {
  metricKey: string
  rows: AskedAxis
  columns: AskedAxis
  target: number | undefined
  /** Undefined for the numbers of the memo. */
  scenarioId: string | undefined
}

export type TableEvent = EventOf<typeof twoWayTable> | EndingEvent

/** Concurrent tables per user and per organization; further ones wait. */
const limits = { places: Number.POSITIVE_INFINITY, maxPerTenant: 4, maxPerPerson: 2, maxWaitingPerPerson: 8 }

/** In computed formulas: one task of a thread takes about a tenth of a second, a whole table at most ten seconds. */
const maxCostOfTask = 10_000_000
const maxCostOfTable = 1_000_000_000
/** About as many runs as a goal seek takes. */
const runsOfGoalSeek = 70

export type Tables = ReturnType<typeof createTables>

/** Computes a metric for each pair of values of two inputs, streamed row by row. Changes nothing. */
export const createTables = ({ computing, modelInScenario, isLetIn, ticks }: Deps) => {
  const queue = createFairQueue(limits)

  const compute = async function* (
    actor: Actor,
    dealId: string,
    asked: AskedTable,
    signal: AbortSignal,
  ): AsyncGenerator<TableEvent> {
    const { model, rows: all } = await modelInScenario(actor, dealId, asked.scenarioId, signal)
    const { tier, state, version } = model
    const { metric, rows, columns } = readTable(asked, all, (row) => isComputed(row, tier))
    const startedAt = ticks()
    const hasGraph = [metric, rows.row, columns.row].every(({ source }) => source !== null)
    const { target } = asked
    const table = { metricKey: metric.metricKey, rows: axisOf(rows), columns: axisOf(columns), target }
    const take = (from: number, to: number): Promise<TableRows | undefined> =>
      tier === 'full' && state !== undefined && hasGraph
        ? computing.table(state, { table, from, to }, signal)
        : computing.tableByCatalogue(
            dealId,
            { table, from, to, values: valuesOf(all), domain: domainOf(model) },
            signal,
          )

    const count = rows.values.length
    // The first row comes alone: it says what the others cost, and is shown while they are computed.
    const first = (await take(0, 1)) ?? refuseField('metric_key', messages.cellNotANumber(), metric.metricKey)
    const solving = target === undefined ? 0 : runsOfGoalSeek
    const costOfRow = first.cost * (columns.values.length + solving)
    if (costOfRow * count > maxCostOfTable) refuse('model_too_costly')
    yield {
      event: 'table',
      data: {
        ...presentMetric(metric),
        model_version: version,
        rows: { ...presentMetric(rows.row), values: [...rows.values] },
        columns: { ...presentMetric(columns.row), values: [...columns.values] },
      },
    }
    yield* presentRows(0, first)
    const rowsPerTask = Math.max(1, Math.floor(maxCostOfTask / costOfRow))
    for (let from = 1; from < count; from += rowsPerTask) {
      const found = (await take(from, Math.min(count, from + rowsPerTask))) ?? refuse('internal')
      // The user may have lost the role while a large table was computed.
      if (!(await isLetIn(actor, dealId))) refuse('deal_not_found')
      yield* presentRows(from, found)
    }
    yield {
      event: 'done',
      data: { recalculations: count * columns.values.length, duration_ms: Math.round(ticks() - startedAt) },
    }
  }

  return async function* (
    actor: Actor,
    dealId: string,
    asked: AskedTable,
    signal: AbortSignal,
  ): AsyncGenerator<TableEvent> {
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      yield* compute(actor, dealId, asked, signal)
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error
      yield { event: 'error', data: { code: error.refused.code, detail: error.message } }
    } finally {
      leave()
    }
  }
}

interface Axis {
  row: MetricWithValue
  values: readonly number[]
}

const axisOf = ({ row, values }: Axis): TableAxis => ({ metricKey: row.metricKey, values })

/** Returns the metrics of a table and the values on its axes, or throws with what is wrong with the request. */
const readTable = (
  asked: AskedTable,
  all: readonly MetricRow[],
  computes: (row: MetricRow) => boolean,
): { metric: MetricWithValue; rows: Axis; columns: Axis } => {
  const known = new Map(all.filter(hasValue).map((row) => [row.metricKey, row]))
  const objections: Objection[] = []
  const object = (at: Objection['at'], reason: string, input: unknown) =>
    void objections.push({ at: ['body', ...at], reason, input })

  const metric = known.get(asked.metricKey)
  if (metric === undefined) objections.push(unknownMetric(['body', 'metric_key'], asked.metricKey, known.keys()))
  else if (metric.unit === 'date') object(['metric_key'], messages.dateAsTarget(), asked.metricKey)
  else if ([asked.rows.metricKey, asked.columns.metricKey].includes(asked.metricKey))
    object(['metric_key'], messages.outputIsInput(), asked.metricKey)

  const axes = (['rows', 'columns'] as const).map((side): Axis | undefined => {
    const { metricKey, values } = asked[side]
    const row = known.get(metricKey)
    if (row === undefined) {
      objections.push(unknownMetric(['body', side, 'metric_key'], metricKey, known.keys()))
      return undefined
    }
    if (row.unit === 'date') object([side, 'metric_key'], messages.dateAsInput(), metricKey)
    else if (computes(row)) object([side, 'metric_key'], messages.inputIsComputed(), metricKey)
    else if (side === 'columns' && metricKey === asked.rows.metricKey)
      object([side, 'metric_key'], messages.sameInputTwice(), metricKey)
    values?.forEach((value, n) => {
      if (values.indexOf(value) < n) object([side, 'values', n], messages.valueRepeated(), value)
    })
    const wanted = values?.toSorted((a, b) => a - b) ?? usualAxis(metricKey, row.value, row.unit)
    if (wanted === undefined) object([side, 'values'], messages.valuesRequired(), null)
    return { row, values: wanted ?? [] }
  })
  const [rows, columns] = axes
  if (objections.length > 0 || metric === undefined || rows === undefined || columns === undefined)
    throw new InvalidInput(...objections)
  return { metric, rows, columns }
}

const presentRows = (from: number, { values, breakEven }: TableRows): TableEvent[] =>
  values.map((row, n) => ({
    event: 'row',
    data: { row: from + n, values: [...row], break_even: breakEven[n] ?? null },
  }))

const presentMetric = ({ metricKey, label, unit, value }: MetricWithValue) => ({
  metric_key: metricKey,
  label,
  unit,
  base: value,
})
