import type { Comment } from '@deal-canvas/contract'
import { statusLabels } from '../../../features/comments/comment-labels.ts'
import { commentMessages } from '../../../messages/comments.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, useMenuParts } from '../../../ui/menu.tsx'
import type { Choice } from './thread/shown-threads.ts'

const statuses: readonly (readonly [Choice['status'], string])[] = [
  ['open', statusLabels.open],
  ['resolved', statusLabels.resolved],
  ['accepted', commentMessages.filterAccepted()],
  ['rejected', commentMessages.filterRejected()],
  ['any', commentMessages.filterAnyStatus()],
]

const pluralLabels: Record<Comment['comment_type'], string> = {
  blocker: commentMessages.kindBlockers(),
  question: commentMessages.kindQuestions(),
  request: commentMessages.kindRequests(),
  suggestion: commentMessages.kindSuggestions(),
  comment: commentMessages.kindComments(),
}

const types: readonly (readonly [Choice['type'], string])[] = [
  ['any', commentMessages.filterAnyKind()],
  ['blocker', pluralLabels.blocker],
  ['question', pluralLabels.question],
  ['request', pluralLabels.request],
  ['suggestion', pluralLabels.suggestion],
  ['comment', pluralLabels.comment],
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

/** Filters threads by status and type. */
export const RailFilter = ({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) => {
  const { status, type } = choice
  const shown =
    type === 'any' ? (status === 'any' ? commentMessages.filterAll() : statusLabels[status]) : pluralLabels[type]
  return (
    <Menu
      label={commentMessages.filterLabel({ chosen: shown })}
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
            label={commentMessages.filterStatus()}
            options={statuses}
            chosen={status}
            onChoose={(next) => onChoose({ ...choice, status: next })}
          />
          <DropdownMenu.Separator />
          <Options
            label={commentMessages.filterKind()}
            options={types}
            chosen={type}
            onChoose={(next) => onChoose({ ...choice, type: next })}
          />
        </>
      )}
    </Menu>
  )
}
