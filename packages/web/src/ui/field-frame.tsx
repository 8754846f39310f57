import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

/** The texts around every field. */
export interface FieldWords {
  label: string
  /** The label is for screen readers only, because something else shows it visually. */
  labelUnseen?: boolean | undefined
  hint?: ReactNode
  /** The error message; marks the field as invalid. */
  error?: string | undefined
  /** Marks the field as invalid; the error message is the element with this id. */
  errorId?: string | undefined
}

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with its label, error and hint, distinguishable visually and by screen readers. */
export const FieldFrame = ({
  label,
  labelUnseen = false,
  hint,
  error,
  errorId,
  children,
}: FieldWords & { children: (control: ControlProps) => ReactNode }) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className={labelUnseen ? 'sr-only' : 'label'} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error || errorId) || undefined,
        'aria-describedby': described || undefined,
      })}
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
