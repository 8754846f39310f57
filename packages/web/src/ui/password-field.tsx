import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

/** What is typed can be shown: nobody has to type a password blind or twice. */
export const PasswordField = (props: Omit<FieldProps, 'type' | 'end'>) => {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
