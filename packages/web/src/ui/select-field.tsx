import type { ComponentProps } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'
import { Icon } from './icon.tsx'

type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** The browser's native select: it works with every keyboard, screen reader and phone. */
export const SelectField = ({ label, labelUnseen, hint, error, errorId, children, ...select }: SelectFieldProps) => (
  <FieldFrame label={label} labelUnseen={labelUnseen} hint={hint} error={error} errorId={errorId}>
    {(control) => (
      <div className="select">
        <select {...select} {...control} className="input">
          {children}
        </select>
        <Icon name="down" size={14} />
      </div>
    )}
  </FieldFrame>
)
