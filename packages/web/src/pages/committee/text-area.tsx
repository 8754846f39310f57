import { FieldFrame } from '../../ui/field-frame.tsx'

interface TextAreaProps {
  label: string
  value: string
  maxLength: number
  error?: string | undefined
  rows?: number
  onChange: (value: string) => void
}

export const TextArea = ({ label, value, maxLength, error, rows = 3, onChange }: TextAreaProps) => (
  <FieldFrame label={label} error={error}>
    {(control) => (
      <textarea
        {...control}
        className="input area"
        rows={rows}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FieldFrame>
)
