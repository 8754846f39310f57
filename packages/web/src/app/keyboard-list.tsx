import { appMessages } from '../messages/app.ts'
import { commonMessages } from '../messages/common.ts'
import { useServices } from '../session/services.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useObservable } from '../ui/observable.ts'
import { Switch } from '../ui/switch.tsx'

const keys: readonly [key: string, act: string][] = [
  ['?', appMessages.showKeyboard()],
  [appMessages.keyCtrlK(), appMessages.keyboardGoTo()],
  ['N', appMessages.keyboardNewDeal()],
  ['/', appMessages.keyboardFind()],
  ['J K', appMessages.keyboardMove()],
  ['E', appMessages.keyboardMarkRead()],
  ['[ ]', appMessages.keyboardSections()],
  ['W', appMessages.keyboardWhatIf()],
  ['C S A E', appMessages.keyboardSelection()],
  ['R', appMessages.keyboardReply()],
  ['X', appMessages.keyboardResolve()],
  [appMessages.keyCtrlEnter(), appMessages.keyboardSend()],
  [appMessages.keyEnter(), appMessages.keyboardEnter()],
  [appMessages.keyEscape(), appMessages.keyboardClose()],
]

export const KeyboardList = ({ onClose }: { onClose: () => void }) => {
  const { singleKeys } = useServices()
  const on = useObservable(singleKeys) === 'on'
  return (
    <Dialog title={appMessages.keyboard()} onClose={onClose}>
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
        label={appMessages.singleKeys()}
        hint={appMessages.singleKeysHint()}
        on={on}
        onChange={(next) => singleKeys.set(next ? 'on' : 'off')}
      />
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{commonMessages.close()}</Button>
      </div>
    </Dialog>
  )
}
