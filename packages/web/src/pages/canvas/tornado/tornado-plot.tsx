import type { Metric } from '@deal-canvas/contract'
import { tornadoMessages as messages } from '../../../messages/tornado.ts'
import { toneOf } from '../what-if/effects.ts'
import { plotOf } from './plot.ts'
import type { Bar } from './tornado-bars.ts'
import styles from './tornado-plot.module.css'

interface TornadoPlotProps {
  /** What the table is about, for screen readers. */
  label: string
  bars: readonly Bar[]
  /** The metric at base. */
  middle: number
  baseLabel: string
  /** A hurdle or covenant of the metric. */
  limit: { readonly value: number; readonly label: string } | undefined
  better: Metric['better'] | undefined
  format: (value: number) => string
  /** Formats a value of an input. */
  formatInput: (key: string, value: number) => string
}

/** How far each input alone moves a metric. A table for screen readers, drawn as bars around the base line. */
export const TornadoPlot = (props: TornadoPlotProps) => {
  const { label, bars, middle, baseLabel, limit, better, format, formatInput } = props
  const { x, limitAt } = plotOf(bars, middle, limit?.value)
  const base = x(middle)
  return (
    <table className={styles.tornado} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            <span className="sr-only">{messages.input()}</span>
          </th>
          <th scope="col" className={styles.unseen}>
            <span className="sr-only">{messages.atP10()}</span>
          </th>
          <th scope="col" className={styles.unseen}>
            <span className="sr-only">{messages.atP90()}</span>
          </th>
          <td aria-hidden="true">
            <div className={styles.plot} data-part="head">
              <span
                className={styles.mark}
                data-side={limitAt !== undefined && limitAt < base ? 'right' : 'left'}
                style={{ left: `${base}%` }}
              >
                {baseLabel}
              </span>
              {limit !== undefined && limitAt !== undefined && (
                <span
                  className={styles.mark}
                  data-kind="limit"
                  data-side={limitAt < base ? 'left' : 'right'}
                  style={{ left: `${limitAt}%` }}
                >
                  {limit.label}
                </span>
              )}
            </div>
          </td>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => {
          const { key, label: name, low, high, lowInput, highInput } = bar
          const ends = [
            { value: low, input: lowInput },
            { value: high, input: highInput },
          ].sort((a, b) => a.value - b.value)
          const textOf = ({ value, input }: { value: number; input: number }): string =>
            messages.end({ value: format(value), input: formatInput(key, input) })
          return (
            <tr key={key}>
              <th scope="row" className={styles.name}>
                {name}
              </th>
              <td className={styles.unseen}>
                <span className="sr-only">{textOf({ value: low, input: lowInput })}</span>
              </td>
              <td className={styles.unseen}>
                <span className="sr-only">{textOf({ value: high, input: highInput })}</span>
              </td>
              <td aria-hidden="true">
                <div className={styles.plot}>
                  {ends.map(({ value }, n) => (
                    <i
                      key={n === 0 ? 'left' : 'right'}
                      className={styles.bar}
                      data-tone={toneOf(value - middle, better)}
                      style={{ left: `${Math.min(x(value), base)}%`, width: `${Math.abs(x(value) - base)}%` }}
                    />
                  ))}
                  <i className={styles.line} style={{ left: `${base}%` }} />
                  {limitAt !== undefined && (
                    <i className={styles.line} data-kind="limit" style={{ left: `${limitAt}%` }} />
                  )}
                  {ends.map(({ value, input }, n) => (
                    <span
                      key={n === 0 ? 'left' : 'right'}
                      className={styles.end}
                      data-side={n === 0 ? 'left' : 'right'}
                      style={{ left: `${n === 0 ? Math.min(x(value), base) : Math.max(x(value), base)}%` }}
                    >
                      <b>{format(value)}</b>
                      {messages.atInput({ input: formatInput(key, input) })}
                    </span>
                  ))}
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
