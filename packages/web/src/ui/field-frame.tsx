import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

/** What every field says around what is typed or chosen. */
export interface FieldWords {
  label: string
  /** Only for those who hear the page, where something else says it to those who see it. */
  labelUnseen?: boolean | undefined
  hint?: ReactNode
  /** A sentence; the field is then marked as wrong. */
  error?: string | undefined
  /** Wrong, but the sentence stands elsewhere under this id. */
  errorId?: string | undefined
}

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with its label, what is wrong with it, and what helps to fill it in: told apart by eye and by ear. */
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
