interface SwitchProps {
  label: string
  hint?: string
  on: boolean
  onChange: (on: boolean) => void
}

export const Switch = ({ label, hint, on, onChange }: SwitchProps) => (
  <div className="flex items-center gap-3">
    <p className="min-w-0 flex-1">
      {label}
      {hint && <span className="block text-small text-fg-3">{hint}</span>}
    </p>
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
    />
  </div>
)
