import type { Metric } from '@deal-canvas/contract'
import { sensitivityMessages as messages } from '../../../messages/sensitivity.ts'
import { seriesFormatter } from '../../../ui/format-metric.ts'
import { heatOf } from './heat.ts'
import styles from './heat-table.module.css'
import type { ComputedTable } from './use-two-way-table.ts'

interface HeatTableProps {
  computed: ComputedTable
  /** The name of the scenario that it starts from. */
  scenario: string
  better: Metric['better'] | undefined
  /** The value at which the colors change; the one of the scenario unless given. */
  hurdle: number | undefined
}

const besideScenario = (scenario: string) => ({
  worse: messages.worse({ scenario }),
  better: messages.better({ scenario }),
  plain: messages.farther({ scenario }),
})
const besideHurdle = {
  worse: messages.missesHurdle(),
  better: messages.meetsHurdle(),
  plain: messages.fartherFromHurdle(),
}

const isNumber = (value: number | null): value is number => value !== null

/** A two-way table; cells are colored by their distance from the value of the scenario, which is outlined. */
export const HeatTable = ({ computed, scenario, better, hurdle }: HeatTableProps) => {
  const { table, rows, breakEven, done } = computed
  const all = rows.flat()
  // The colors depend on the farthest value, which is known once all rows are there.
  const heat = heatOf(done === undefined ? [] : all, hurdle ?? table.base, better)
  const formatValue = seriesFormatter([...all.filter(isNumber), table.base], table.unit)
  const rowHead = seriesFormatter(table.rows.values, table.rows.unit, { isExact: true })
  const solved = breakEven.filter(isNumber)
  const formatBreakEven = seriesFormatter([...table.columns.values, ...solved], table.columns.unit)
  const legend = hurdle === undefined ? besideScenario(scenario) : besideHurdle
  const columnHead = seriesFormatter(table.columns.values, table.columns.unit, { isExact: true })
  const names = { rows: table.rows.label, columns: table.columns.label }
  const formatRowBreakEven = (value: number | null): string =>
    value === null ? messages.noBreakEven() : formatBreakEven(value)
  return (
    <div className={styles.table}>
      <p className={styles.top} aria-hidden="true">
        {table.columns.label}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={messages.scrolls()}>
        <table className={styles.heat} aria-label={messages.tableLabel({ output: table.label, ...names })}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{messages.cornerLabel(names)}</span>
                <span aria-hidden="true">{table.rows.label}</span>
              </th>
              {table.columns.values.map((value) => (
                <th key={value} scope="col">
                  {columnHead(value)}
                </th>
              ))}
              {hurdle !== undefined && (
                <th scope="col" className={styles.breakEven}>
                  {messages.breakEven()}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((values, row) => {
              const rowValue = table.rows.values[row] ?? 0
              return (
                <tr key={rowValue}>
                  <th scope="row">{rowHead(rowValue)}</th>
                  {values.map((value, column) => {
                    const columnValue = table.columns.values[column] ?? 0
                    const isBase = rowValue === table.rows.base && columnValue === table.columns.base
                    if (value === null)
                      return (
                        <td key={columnValue} className={styles.none} title={messages.notANumberTitle()}>
                          {messages.notANumber()}
                        </td>
                      )
                    const { tone, level } = heat(value)
                    return (
                      <td key={columnValue} data-tone={tone} data-level={level} className={isBase ? styles.base : ''}>
                        {formatValue(value)}
                        {isBase && <span className="sr-only">{messages.baseHidden({ scenario })}</span>}
                      </td>
                    )
                  })}
                  {hurdle !== undefined && (
                    <td className={styles.breakEven}>{formatRowBreakEven(breakEven[row] ?? null)}</td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <p className={styles.legend}>
        {(better === undefined || better === null ? (['plain'] as const) : (['worse', 'better'] as const)).map(
          (tone) => (
            <span key={tone}>
              <i data-tone={tone} data-level={3} />
              {legend[tone]}
            </span>
          ),
        )}
        <span>
          <i className={styles.base} />
          {scenario}
        </span>
      </p>
    </div>
  )
}
