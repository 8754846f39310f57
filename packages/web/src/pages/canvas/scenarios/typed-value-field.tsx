import type { MetricUnit } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Field } from '../../../ui/field.tsx'
import { readDecimalComma, valueAsTyped } from '../what-if/read-value.ts'
import styles from './typed-value-field.module.css'

interface TypedValueFieldProps {
  label: string
  unit: MetricUnit
  typed: string
  onTyped: (typed: string) => void
  hint?: string | undefined
  error?: string | undefined
}

/** A number as typed: it is read when the form is sent. A decimal comma is questioned immediately. */
export const TypedValueField = ({ label, unit, typed, onTyped, hint, error }: TypedValueFieldProps) => {
  const meant = readDecimalComma(typed, unit)
  return (
    <div className={styles.value}>
      <Field
        label={label}
        type={unit === 'date' ? 'date' : 'text'}
        inputMode={unit === 'date' ? undefined : 'decimal'}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
        hint={hint}
        error={error}
      />
      {meant !== undefined && (
        <button type="button" className="btn soft" onClick={() => onTyped(valueAsTyped(meant, unit))}>
          {whatIfMessages.didYouMean({ value: valueAsTyped(meant, unit) })}
        </button>
      )}
    </div>
  )
}
