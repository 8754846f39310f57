import type { MetricUnit, ScenarioProbability, SimulatedOutput } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { linearScale } from '../../../../ui/chart/scale.ts'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { formatProbability } from '../../what-if/format-probability.ts'
import { invalidSentence } from '../../what-if/invalid-sentence.ts'
import styles from './probability-cells.module.css'
import type { OutputRow } from './probability-rows.ts'

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>

/** From here on a breach is not an exception. */
const likely = 0.05

interface BreachCellProps {
  result: ScenarioProbability | undefined
  unit: MetricUnit
}

/** How likely a limit is to be breached in one scenario. */
export const BreachCell = ({ result, unit }: BreachCellProps) => {
  const { probability_of_breach: probability = null, standard_error: error = null, value = null } = result ?? {}
  if (probability === null) return <span title={messages.neverANumber()}>{messages.noValue()}</span>
  const errorText = error === null ? messages.noError() : `${(error * 100).toFixed(1)}%`
  return (
    <span
      className={styles.chance}
      data-likely={probability >= likely || undefined}
      title={messages.chanceTitle({ error: errorText, value: formatMetric(value, unit) })}
    >
      <b className={styles.number}>
        {messages.chance.rich({ probability: formatProbability(probability), error: errorText, hidden })}
      </b>
      <span className={styles.meter} aria-hidden="true">
        <i style={{ width: `${probability * 100}%` }} />
      </span>
    </span>
  )
}

interface OutputCellProps {
  row: OutputRow
  output: SimulatedOutput | undefined
  samples: number
  format: (value: number) => string
}

/** The value of an output without uncertainty, and its range on the scale of the row. */
export const OutputCell = ({ row, output, samples, format }: OutputCellProps) => {
  if (output === undefined) return <span className="text-small text-fg-3">{messages.doesNotVary()}</span>
  const { p10, p50, p90, value, converged, invalid } = output
  const x = linearScale(row.from, row.to, 0, 100)
  const texts = { p10: format(p10), p50: format(p50), p90: format(p90) }
  const valueText = value === null ? messages.noValue() : format(value)
  return (
    <span className={styles.output} title={messages.percentilesTitle({ ...texts, value: valueText })}>
      <b className={styles.number}>{valueText}</b>
      <span className={styles.range} aria-hidden="true">
        <i className={styles.span} style={{ left: `${x(p10)}%`, width: `${x(p90) - x(p10)}%` }} />
        <i className={styles.median} style={{ left: `${x(p50)}%` }} />
        {value !== null && <i className={styles.value} style={{ left: `${x(value)}%` }} />}
      </span>
      <span className={styles.percentiles}>{messages.percentiles.rich({ ...texts, hidden })}</span>
      {!converged && (
        <span className={styles.warning} title={messages.notConvergedHint()}>
          {messages.notConverged()}
        </span>
      )}
      {invalid.total > 0 && <span className={styles.warning}>{invalidSentence(invalid, samples)}</span>}
    </span>
  )
}
