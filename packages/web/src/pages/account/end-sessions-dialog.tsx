import type { Session } from '@deal-canvas/contract'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDevice } from '../../ui/format-device.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Note } from '../../ui/note.tsx'
import { useEndSessions } from './use-end-sessions.ts'

interface EndSessionsDialogProps {
  chosen: readonly Session[]
  now: Date
  onClose: () => void
  onEnded: () => void
}

const named = 5

const listItem = ({ user_agent, ip, last_used_at }: Session, now: Date): string => {
  const device = formatDevice(user_agent)
  const used = formatTime(last_used_at, now)
  return ip === null
    ? accountMessages.endSessionsItemUnknownIp({ device, used })
    : accountMessages.endSessionsItem({ device, ip, used })
}

/** Asks for confirmation and names the sessions that will end. */
export const EndSessionsDialog = ({ chosen, now, onClose, onEnded }: EndSessionsDialogProps) => {
  const end = useEndSessions()
  const [only] = chosen
  const single = chosen.length === 1 && only !== undefined
  const title = single
    ? accountMessages.endSessionTitle({ device: formatDevice(only.user_agent) })
    : accountMessages.endSessionsTitle({ count: chosen.length })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-2 text-fg-2">
        {end.isError && <Note tone="red">{accountMessages.endSessionsFailed({ reason: sentenceFor(end.error) })}</Note>}
        <ul className="grid gap-1">
          {chosen.slice(0, named).map((session) => (
            <li key={session.id}>
              {single
                ? accountMessages.endSessionItem({
                    ip: session.ip ?? accountMessages.unknownIp(),
                    used: formatTime(session.last_used_at, now),
                  })
                : listItem(session, now)}
            </li>
          ))}
          {chosen.length > named && <li>{accountMessages.endSessionsMore({ count: chosen.length - named })}</li>}
        </ul>
        <p>{single ? accountMessages.endSessionHint() : accountMessages.endSessionsHint()}</p>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>
          {single ? accountMessages.endSessionKeep() : accountMessages.endSessionsKeep()}
        </Button>
        <Button look="danger" busy={end.isPending} onClick={() => end.mutate(chosen, { onSuccess: onEnded })}>
          {single ? accountMessages.endSession() : accountMessages.endSessionsConfirm({ count: chosen.length })}
        </Button>
      </div>
    </Dialog>
  )
}
