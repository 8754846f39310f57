import { Icon } from '../../../ui/icon.tsx'
import { Menu, useMenuParts } from '../../../ui/menu.tsx'
import { statusLabels, typeLabels } from './format-comment.ts'
import type { Choice } from './shown-threads.ts'

const statuses: readonly (readonly [Choice['status'], string])[] = [
  ['open', statusLabels.open],
  ['resolved', statusLabels.resolved],
  ['accepted', 'Accepted suggestions'],
  ['rejected', 'Rejected suggestions'],
  ['any', 'Open and closed'],
]

const types: readonly (readonly [Choice['type'], string])[] = [
  ['any', 'Every kind'],
  ['blocker', 'Blockers'],
  ['question', 'Questions'],
  ['request', 'Requests'],
  ['suggestion', 'Suggestions'],
  ['comment', 'Comments'],
]

interface OptionsProps<Value extends string> {
  label: string
  options: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

const Options = <Value extends string>({ label, options, chosen, onChoose }: OptionsProps<Value>) => {
  const DropdownMenu = useMenuParts()
  return (
    <DropdownMenu.RadioGroup value={chosen} aria-label={label}>
      {options.map(([value, words]) => (
        <DropdownMenu.RadioItem key={value} value={value} onSelect={() => onChoose(value)}>
          <span className="flex-1">{words}</span>
          <DropdownMenu.ItemIndicator>
            <Icon name="check" size={14} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

/** Which of the threads: by what became of them, and by kind. */
export const RailFilter = ({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) => {
  const { status, type } = choice
  const shown = type === 'any' ? (status === 'any' ? 'All' : statusLabels[status]) : `${typeLabels[type]}s`
  return (
    <Menu
      label={`Filter: ${shown}`}
      className="btn ghost"
      face={
        <>
          {shown}
          <Icon name="down" size={14} />
        </>
      }
    >
      {(DropdownMenu) => (
        <>
          <Options
            label="Status"
            options={statuses}
            chosen={status}
            onChoose={(next) => onChoose({ ...choice, status: next })}
          />
          <DropdownMenu.Separator />
          <Options
            label="Kind"
            options={types}
            chosen={type}
            onChoose={(next) => onChoose({ ...choice, type: next })}
          />
        </>
      )}
    </Menu>
  )
}
