import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export interface FieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  large?: boolean
  /** Placed inside the field at its end. */
  end?: ReactNode
}

export const Field = ({ label, labelUnseen, hint, error, errorId, large, end, ...input }: FieldProps) => (
  <FieldFrame label={label} labelUnseen={labelUnseen} hint={hint} error={error} errorId={errorId}>
    {(control) => (
      <div className={end ? 'with-button' : undefined}>
        <input {...input} {...control} className={`input ${large ? 'large' : ''}`} />
        {end}
      </div>
    )}
  </FieldFrame>
)
