import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string
  /** Only for those who hear the page, where the chosen words say it to those who see it. */
  labelUnseen?: boolean
  hint?: ReactNode
  error?: string | undefined
}

/** The browser's own list: it works with every keyboard, screen reader and phone. */
export const SelectField = ({ label, labelUnseen = false, hint, error, children, ...select }: SelectFieldProps) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className={labelUnseen ? 'sr-only' : 'label'} htmlFor={id}>
        {label}
      </label>
      <div className="select">
        <select
          {...select}
          id={id}
          className="input"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
        >
          {children}
        </select>
        <Icon name="down" size={14} />
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
