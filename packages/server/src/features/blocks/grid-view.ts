import { metricFormatter, type TwoWayTable } from '@deal-canvas/contract'
import type { GridView, SensitivityGrid } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { compareWithThreshold } from '../thresholds/index.ts'
import type { BlockContext } from './block-context.ts'
import { unavailable } from './unavailable.ts'

const isNumber = (value: number | null): value is number => value !== null

export const gridView = async (block: SensitivityGrid, context: BlockContext): Promise<GridView> => {
  const { actor, dealId, limits, model, services, signal } = context
  const { currency } = model
  const axis = ({ metric, values }: SensitivityGrid['rows']) => ({ metricKey: metric, values })
  const asked = {
    metricKey: block.metric,
    rows: axis(block.rows),
    columns: axis(block.columns),
    target: undefined,
    scenarioId: undefined,
  }
  let table: TwoWayTable | undefined
  const values: (number | null)[][] = []
  for await (const { event, data } of services.tables(actor, dealId, asked, signal)) {
    if (event === 'table') table = data
    else if (event === 'row') values[data.row] = data.values
    else if (event === 'error') unavailable(data.detail)
  }
  const { rows, columns, base, label, unit } = table ?? unavailable(messages.noNumbers())
  const format = metricFormatter([...values.flat().filter(isNumber), base], unit, { currency })
  const heads = ({ values: given, unit: ofAxis }: TwoWayTable['rows']): string[] =>
    given.map(metricFormatter(given, ofAxis, { currency, isExact: true }))
  const limit = limits.find(({ metricKey }) => metricKey === block.metric)
  const present = { row: rows.values.indexOf(rows.base), column: columns.values.indexOf(columns.base) }
  return {
    view: 'grid',
    title: block.title ?? messages.twoWayTitle({ metric: label, rows: rows.label, columns: columns.label }),
    rowInput: rows.label,
    columnInput: columns.label,
    rows: heads(rows),
    columns: heads(columns),
    values,
    texts: values.map((row) => row.map((value) => (value === null ? '' : format(value)))),
    ...(present.row >= 0 && present.column >= 0 ? { present } : {}),
    ...(limit === undefined
      ? {}
      : {
          limit: {
            label: messages.limitAlone({ kind: limit.kind, value: context.format(limit, limit.value) }),
            breached: values.map((row) => row.map((value) => compareWithThreshold(limit, value).isBreached === true)),
          },
        }),
  }
}
