import { useState } from 'react'
import { uiMessages } from '../messages/ui.ts'
import { Field, type FieldProps } from './field.tsx'

/** The password can be made visible, so that nobody has to type it blind or twice. */
export const PasswordField = (props: Omit<FieldProps, 'type' | 'end'>) => {
  const [shown, setShown] = useState(false)
  const label = props.label.toLowerCase()
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={shown ? uiMessages.hideLabel({ label }) : uiMessages.showLabel({ label })}
          onClick={() => setShown(!shown)}
        >
          {shown ? uiMessages.hide() : uiMessages.show()}
        </button>
      }
    />
  )
}
