import type { Passkey } from '@deal-canvas/contract'
import { factorMessages } from '../../../messages/factors.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day.ts'
import { formatTime } from '../../../ui/format-time.ts'

interface PasskeyRowProps {
  passkey: Passkey
  now: Date
  onRename: () => void
  onRemove: () => void
}

export const PasskeyRow = ({ passkey, now, onRename, onRemove }: PasskeyRowProps) => {
  const { name, synced, created_at, last_used_at } = passkey
  const used =
    last_used_at === null
      ? factorMessages.passkeyUnused()
      : factorMessages.passkeyUsed({ time: formatTime(last_used_at, now) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <b className="min-w-0 break-words">{name}</b>
          {synced && <span className="chip line">{factorMessages.synced()}</span>}
        </p>
        <p className="text-small text-fg-3">{factorMessages.passkeyDetails({ added: formatDay(created_at), used })}</p>
      </div>
      <Button look="ghost" aria-label={factorMessages.renamePasskey({ name })} onClick={onRename}>
        {factorMessages.rename()}
      </Button>
      <Button aria-label={factorMessages.removePasskey({ name })} onClick={onRemove}>
        {factorMessages.removePasskeyConfirm()}
      </Button>
    </li>
  )
}
