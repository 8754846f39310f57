import { useServices } from '../session/services.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useObservable } from '../ui/observable.ts'
import { Switch } from '../ui/switch.tsx'

const keys: readonly [key: string, act: string][] = [
  ['?', 'Show this list'],
  ['Ctrl K', 'Go to a deal, a section or a page'],
  ['N', 'New deal, in the list of deals'],
  ['/', 'Find in the memo or in a list'],
  ['J K', 'Next or previous in a list'],
  ['E', 'Mark a notification as read'],
  ['[ ]', 'Previous or next section of the memo'],
  ['W', 'Open the what-if of a deal'],
  ['C S A E', 'On selected text: comment, suggest, ask, evidence'],
  ['R', 'Reply to the thread you are in'],
  ['X', 'Resolve it'],
  ['Ctrl Enter', 'Send what you write'],
  ['Enter', 'Open what you are on, or save the form you are in'],
  ['Esc', 'Close what is on top'],
]

export const KeyboardList = ({ onClose }: { onClose: () => void }) => {
  const { singleKeys } = useServices()
  const on = useObservable(singleKeys) === 'on'
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="my-3 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys.map(([key, act]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        hint="Off leaves single keys to your screen reader or voice control"
        on={on}
        onChange={(next) => singleKeys.set(next ? 'on' : 'off')}
      />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
