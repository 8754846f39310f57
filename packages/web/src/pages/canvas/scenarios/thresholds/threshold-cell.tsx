import type { MetricUnit, ThresholdResult } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { formatChange } from '../../../../ui/format-metric.ts'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './thresholds-card.module.css'

interface ThresholdCellProps {
  unit: MetricUnit
  /** Formats the values of the row alike. */
  format: (value: number) => string
  /** Undefined: the scenario could not be computed, or is not computed yet. */
  result: ThresholdResult | undefined
  isPending: boolean
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>

/** The value of a metric in one scenario, and whether it meets its limit. */
export const ThresholdCell = ({ unit, format, result, isPending }: ThresholdCellProps) => {
  if (isPending) return <span className="sr-only">{messages.calculating()}</span>
  if (result === undefined) return messages.noValue()
  const { value, headroom, is_breached: isBreached } = result
  if (value === null || isBreached === null) return messages.noValue()
  // The words say which side it is on.
  const distance = headroom === null ? undefined : formatChange(Math.abs(headroom), unit).replace('+', '')
  return (
    <span
      className={styles.result}
      data-breached={isBreached || undefined}
      title={
        distance &&
        (isBreached ? messages.shortfall({ headroom: distance }) : messages.headroom({ headroom: distance }))
      }
    >
      {(isBreached ? messages.missed : messages.met).rich({ value: format(value), hidden })}
      <Icon name={isBreached ? 'warn' : 'check'} size={12} />
    </span>
  )
}
