import { maxSearchLength } from '@deal-canvas/contract'
import { type KeyboardEvent, useId, useState } from 'react'
import { appMessages } from '../messages/app.ts'
import { searchMessages } from '../messages/search.ts'
import { sentenceFor } from '../session/sentence-for.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './go-to-dialog.module.css'
import { type Goal, nextPlace } from './goals.ts'
import { useGoals } from './use-goals.ts'

interface GoToDialogProps {
  onClose: () => void
  onSignOut: () => void
}

/** The command palette: type, choose with the arrow keys, press Enter. */
export const GoToDialog = ({ onClose, onSignOut }: GoToDialogProps) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, failed, searchFailed } = useGoals(typed, onSignOut)
  const goals = groups.flatMap((group) => group.goals)
  // Late results can make the list shorter than the chosen index.
  const at = Math.min(chosen, goals.length - 1)
  const optionId = (goal: Goal | undefined) => goal && `${id}-${goals.indexOf(goal)}`

  const go = (goal: Goal | undefined) => {
    if (goal === undefined) return
    onClose()
    goal.go()
  }

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      go(goals[at])
    }
    const next = nextPlace(at, event.key, goals.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Dialog title={appMessages.goTo()} onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            className="input"
            role="combobox"
            aria-label={appMessages.goToSearch()}
            aria-expanded={goals.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={optionId(goals[at])}
            placeholder={appMessages.goToSearch()}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxSearchLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
            }}
            onKeyDown={press}
          />
        </div>
        <div id={`${id}-list`} role="listbox" aria-label={appMessages.goToResults()} className={styles.list}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no set of fields.
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true">{group.name}</p>
              {group.goals.map((goal) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus.
                <div
                  key={goal.key}
                  id={optionId(goal)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={goals[at] === goal}
                  onClick={() => go(goal)}
                  onPointerMove={() => goals[at] !== goal && setChosen(goals.indexOf(goal))}
                >
                  <Icon name={goal.icon} size={14} />
                  {goal.shown ?? <span className="min-w-0 flex-1 truncate">{goal.words}</span>}
                  {goal.hint && <span className="text-small text-fg-3">{goal.hint}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status" className={goals.length === 0 ? styles.none : 'sr-only'}>
          {goals.length === 0 ? appMessages.goToNoMatch() : appMessages.goToCount({ count: goals.length })}
        </p>
        {failed !== null && (
          <p className={styles.none}>{appMessages.goToDealsFailed({ reason: sentenceFor(failed) })}</p>
        )}
        {searchFailed !== null && (
          <p className={styles.none}>{searchMessages.failed({ reason: sentenceFor(searchFailed) })}</p>
        )}
        <p className={styles.keys}>{appMessages.goToKeys.rich({ kbd: (key) => <kbd>{key}</kbd> })}</p>
      </div>
    </Dialog>
  )
}
