interface CheckListProps {
  label: string
  /** The choice of everything, what does not exist yet too. */
  all: string
  empty?: string
  items: readonly { label: string; values: readonly string[] }[]
  /** Undefined: everything. */
  chosen: ReadonlySet<string> | undefined
  onChange: (chosen: ReadonlySet<string> | undefined) => void
}

/** Everything, or some of a list. */
export const CheckList = ({ label, all, empty = '', items, chosen, onChange }: CheckListProps) => {
  const toggle = (values: readonly string[], isChosen: boolean): void => {
    const rest = [...(chosen ?? [])].filter((value) => !values.includes(value))
    onChange(new Set(isChosen ? [...rest, ...values] : rest))
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1">{label}</legend>
      <label className="flex min-h-11 items-center gap-2 sm:min-h-0">
        <input
          type="checkbox"
          checked={chosen === undefined}
          onChange={({ target }) => onChange(target.checked ? undefined : new Set())}
        />
        <span>{all}</span>
      </label>
      {chosen !== undefined && items.length === 0 && <p className="text-small text-fg-3">{empty}</p>}
      {chosen !== undefined && (
        <div className="grid max-h-56 gap-1 overflow-y-auto sm:grid-cols-2">
          {items.map((item) => (
            <label key={item.values[0] ?? item.label} className="flex min-h-11 items-center gap-2 sm:min-h-0">
              <input
                type="checkbox"
                checked={item.values.some((value) => chosen.has(value))}
                onChange={({ target }) => toggle(item.values, target.checked)}
              />
              <span className="min-w-0 break-words">{item.label}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
