import type { Session } from '@deal-canvas/contract'
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

/** Asks once and names what will go. */
export const EndSessionsDialog = ({ chosen, now, onClose, onEnded }: EndSessionsDialogProps) => {
  const end = useEndSessions()
  const [only] = chosen
  const single = chosen.length === 1 && only !== undefined
  const title = single ? `End the session in ${formatDevice(only.user_agent)}?` : `End ${chosen.length} other sessions?`
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-2 text-fg-2">
        {end.isError && <Note tone="red">{sentenceFor(end.error)} Sessions still listed are still open.</Note>}
        <ul className="grid gap-1">
          {chosen.slice(0, named).map((session) => (
            <li key={session.id}>
              {single ? '' : `${formatDevice(session.user_agent)}, `}
              {session.ip ?? 'unknown address'}, used {formatTime(session.last_used_at, now)}
            </li>
          ))}
          {chosen.length > named && <li>and {chosen.length - named} more</li>}
        </ul>
        <p>Whoever uses {single ? 'it' : 'them'} has to sign in again. What they have not saved there is lost.</p>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{single ? 'Keep session' : 'Keep sessions'}</Button>
        <Button look="danger" busy={end.isPending} onClick={() => end.mutate(chosen, { onSuccess: onEnded })}>
          {single ? 'End session' : `End ${chosen.length} sessions`}
        </Button>
      </div>
    </Dialog>
  )
}
