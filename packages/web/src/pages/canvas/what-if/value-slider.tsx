import type { Metric } from '@deal-canvas/contract'
import type { CSSProperties } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { formatMetric } from '../../../ui/format-metric.ts'
import { placeIn, rangeOf, snapped, valueAfterKey } from './value-range.ts'
import styles from './value-slider.module.css'

interface ValueSliderProps {
  metric: Metric & { value: number }
  value: number
  onChange: (value: number) => void
  /** Called when dragging starts and ends. */
  onDrag: (dragging: boolean) => void
}

type Places = CSSProperties & Record<'--was' | '--now', number>

/** A slider over the plausible range with a tick at the current value. */
export const ValueSlider = ({ metric, value, onChange, onDrag }: ValueSliderProps) => {
  const range = rangeOf(metric)
  const was = placeIn(metric.value, range)
  const places: Places = { '--was': was, '--now': placeIn(value, range) }
  const words = (at: number) => formatMetric(at, metric.unit)
  return (
    <div className={styles.slider} style={places} data-crowded={was < 0.15 ? 'start' : was > 0.85 ? 'end' : undefined}>
      <div className={styles.track} aria-hidden="true">
        <i className={styles.fill} />
        <i className={styles.was} />
      </div>
      <input
        type="range"
        // Steps are applied in code: the browser would round the current value to a step.
        step="any"
        min={range.from}
        max={range.to}
        value={value}
        aria-label={whatIfMessages.newValueOf({ metric: metric.label })}
        aria-valuetext={whatIfMessages.valueAndBefore({ value: words(value), before: words(metric.value) })}
        onChange={(event) => onChange(snapped(event.target.valueAsNumber, range))}
        onPointerDown={() => onDrag(true)}
        onPointerUp={() => onDrag(false)}
        onPointerCancel={() => onDrag(false)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          const next = valueAfterKey(event.key, value, range)
          if (next === undefined) return
          event.preventDefault()
          onChange(next)
        }}
      />
      <div className={styles.scale} aria-hidden="true">
        <span>{words(range.from)}</span>
        <b>{whatIfMessages.before({ value: words(metric.value) })}</b>
        <span>{words(range.to)}</span>
      </div>
    </div>
  )
}
