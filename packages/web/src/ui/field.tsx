import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  hint?: ReactNode
  /** A sentence; the field is then marked as wrong. */
  error?: string | undefined
  /** Wrong, but the sentence stands elsewhere under this id. */
  errorId?: string | undefined
  large?: boolean
  /** Something that sits in the field at its end. */
  end?: ReactNode
}

export const Field = ({ label, hint, error, errorId, large, end, ...input }: FieldProps) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={end ? 'with-button' : undefined}>
        <input
          {...input}
          id={id}
          className={`input ${large ? 'large' : ''}`}
          aria-invalid={Boolean(error || errorId) || undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
