import { uiMessages } from '../../messages/ui.ts'
import { linearScale } from './scale.ts'
import styles from './tornado-chart.module.css'

interface TornadoBar {
  readonly key: string
  readonly label: string
  /** The result with only this input at its low or its high value. */
  readonly low: number
  readonly high: number
}

interface TornadoChartProps {
  bars: readonly TornadoBar[]
  /** The result with all inputs at base. */
  middle: number
  /** Which direction is better; null: neither, and bars are not colored red or green. */
  better: 'higher' | 'lower' | null
  format: (value: number) => string
}

const width = 200

/** The inputs with the largest effect on a result, strongest first. A table for screen readers, drawn as bars. */
export const TornadoChart = ({ bars, middle, better, format }: TornadoChartProps) => {
  const ends = bars.flatMap(({ low, high }) => [low, high])
  const reach = Math.max(...ends.map((end) => Math.abs(end - middle)), Number.MIN_VALUE)
  const x = linearScale(middle - reach, middle + reach, 2, width - 2)
  const toneOf = (end: number): string =>
    better === null || end === middle ? 'plain' : end > middle === (better === 'higher') ? 'good' : 'bad'
  return (
    <table className={styles.tornado}>
      <thead>
        <tr>
          <th scope="col">{uiMessages.input()}</th>
          <th scope="col">
            <span className="sr-only">{uiMessages.lowAndHigh()}</span>
          </th>
          <th scope="col" className={styles.num}>
            {uiMessages.lowToHigh()}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, low, high }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <svg viewBox={`0 0 ${width} 24`} preserveAspectRatio="none" aria-hidden="true">
                {[low, high].map((end, n) => (
                  <rect
                    key={n === 0 ? 'low' : 'high'}
                    data-tone={toneOf(end)}
                    x={Math.min(x(end), x(middle))}
                    width={Math.abs(x(end) - x(middle))}
                    y="6"
                    height="12"
                  />
                ))}
                <path d={`M${width / 2} 0V24`} vectorEffect="non-scaling-stroke" />
              </svg>
            </td>
            <td className={styles.num}>{`${format(low)} → ${format(high)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
