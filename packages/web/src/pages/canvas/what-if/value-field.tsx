import type { Metric, MetricUnit } from '@deal-canvas/contract'
import { useId, useRef, useState } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { openCurrencySign } from '../../../ui/format-metric.ts'
import { useFocusWithMouse } from '../../../ui/use-focus-with-mouse.ts'
import { readDecimalComma, readValue, valueAsTyped } from './read-value.ts'
import styles from './value-field.module.css'

interface ValueFieldProps {
  metric: Metric
  value: number
  onChange: (value: number) => void
}

const signs: Partial<Record<MetricUnit, string>> = {
  percentage_points: '%',
  multiple_x: 'x',
  square_feet: 'sf',
  months: 'mo',
}

/** The exact new value. Typed text stays unchanged until the field loses focus. */
export const ValueField = ({ metric: { unit }, value, onChange }: ValueFieldProps) => {
  const id = useId()
  const sign = unit === 'currency' ? openCurrencySign() : signs[unit]
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  useFocusWithMouse(field)
  const wrong = typed !== undefined && readValue(typed, unit) === undefined
  const meant = wrong ? readDecimalComma(typed, unit) : undefined
  return (
    <div className={`field ${styles.value}`} data-unit={unit}>
      <label className="label" htmlFor={id}>
        {whatIfMessages.newValue()}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          type={unit === 'date' ? 'date' : 'text'}
          className="input"
          inputMode={unit === 'date' ? undefined : 'decimal'}
          autoComplete="off"
          value={typed ?? valueAsTyped(value, unit)}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = readValue(event.target.value, unit)
            if (next !== undefined) onChange(next)
          }}
          onBlur={() => meant === undefined && setTyped(undefined)}
        />
        {sign !== undefined && <span aria-hidden="true">{sign}</span>}
      </div>
      {wrong && (
        <p className="error" id={`${id}-error`}>
          {meant === undefined ? (
            whatIfMessages.enterNumber()
          ) : (
            <button
              type="button"
              onClick={() => {
                setTyped(undefined)
                onChange(meant)
              }}
            >
              {whatIfMessages.didYouMean({ value: `${valueAsTyped(meant, unit)}${sign ?? ''}` })}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
