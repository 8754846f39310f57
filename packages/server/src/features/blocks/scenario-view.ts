import { baseScenarioId, maxComparedScenarios, metricFormatter } from '@deal-canvas/contract'
import type { ScenarioTable, TableView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { compareWithThreshold } from '../thresholds/index.ts'
import type { BlockContext } from './block-context.ts'
import { unavailable } from './unavailable.ts'

/** Metrics side by side in the scenarios that everyone on the deal sees. */
export const scenarioView = async (block: ScenarioTable, context: BlockContext): Promise<TableView> => {
  const { actor, dealId, limits, model, services, signal } = context
  if (model.state === undefined) unavailable(messages.noWorkbook())
  const { scenarios } = await services.scenarios.list(actor, dealId, signal)
  // A private scenario must not become known by a block, so only shared ones are compared.
  const shared = scenarios.filter(({ kind }) => kind !== 'private')
  const chosen = shared
    .filter(({ id }) => block.scenarios === undefined || block.scenarios.includes(id))
    .slice(0, maxComparedScenarios)
  if (chosen.length === 0) unavailable(messages.noScenarios())
  const ids = chosen.map(({ id }) => id)
  const { metrics, currency } = await services.compare(actor, dealId, ids.join(','), signal)
  const base = ids.indexOf(baseScenarioId)
  return {
    view: 'table',
    ...(block.title === undefined ? {} : { title: block.title }),
    columns: chosen.map(({ name }) => ({ label: name })),
    rows: block.metrics.map((metric) => {
      const found = metrics.find(({ row }) => row.metricKey === metric)
      if (found === undefined)
        return { label: context.labelOf(metric), cells: ids.map(() => ({ text: messages.notFound() })) }
      const { row, values } = found
      const numbers = values.filter((value) => value !== null)
      const format = metricFormatter(numbers, row.unit, { currency })
      const ofMetric = limits.filter(({ metricKey }) => metricKey === metric)
      return {
        label: row.label,
        cells: values.map((value) => {
          if (value === null) return { text: messages.notFound() }
          const isBreached = ofMetric.some((limit) => compareWithThreshold(limit, value).isBreached === true)
          const isChanged = base >= 0 && value !== values[base]
          return {
            text: format(value),
            ...(isBreached ? { breached: true } : {}),
            ...(isChanged ? { changed: true } : {}),
          }
        }),
      }
    }),
  }
}
