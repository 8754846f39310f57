import { useId } from 'react'
import { Picker, type PickerProps } from './picker.tsx'

interface LabeledPickerProps extends Omit<PickerProps, 'id' | 'aria-label'> {
  label: string
  className: string | undefined
}

/** A picker with its label. */
export const LabeledPicker = ({ label, className, ...picker }: LabeledPickerProps) => {
  const id = useId()
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Picker id={id} {...picker} />
    </div>
  )
}
