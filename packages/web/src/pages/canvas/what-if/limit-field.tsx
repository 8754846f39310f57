import type { Metric } from '@deal-canvas/contract'
import { useState } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import styles from './limit-field.module.css'
import { readValue, valueAsTyped } from './read-value.ts'

interface LimitFieldProps {
  metric: Metric
  limit: number | undefined
  onChange: (limit: number | undefined) => void
}

/** A custom limit, such as a covenant. Sent when the field loses focus, because each one runs a simulation. */
export const LimitField = ({ metric: { label, unit }, limit, onChange }: LimitFieldProps) => {
  const [typed, setTyped] = useState<string>()
  const take = (): void => {
    if (typed === undefined) return
    setTyped(undefined)
    onChange(typed.trim() === '' ? undefined : (readValue(typed, unit) ?? limit))
  }
  return (
    <label className={`${styles.limit} text-small text-fg-3`}>
      {whatIfMessages.limit()}
      <input
        className="input"
        aria-label={whatIfMessages.limitOf({ metric: label })}
        inputMode="decimal"
        autoComplete="off"
        placeholder={whatIfMessages.noLimit()}
        value={typed ?? (limit === undefined ? '' : valueAsTyped(limit, unit))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </label>
  )
}
