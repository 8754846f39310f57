import type { Session } from '@deal-canvas/contract'
import { accountMessages } from '../../messages/account.ts'
import { Button } from '../../ui/button.tsx'
import { formatDevice } from '../../ui/format-device.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'

interface SessionRowProps {
  session: Session
  now: Date
  onEnd: () => void
}

export const SessionRow = ({ session, now, onEnd }: SessionRowProps) => {
  const device = formatDevice(session.user_agent)
  const used = formatTime(session.last_used_at, now)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-fg-3 max-sm:hidden">
        <Icon name="device" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <b title={session.user_agent ?? undefined}>{device}</b>
          {session.current && <span className="chip green">{accountMessages.thisSession()}</span>}
        </p>
        <p className="text-small text-fg-3">
          {accountMessages.sessionDetails({
            ip: session.ip ?? accountMessages.unknownIp(),
            used,
            signedIn: formatTime(session.created_at, now),
          })}
        </p>
      </div>
      {!session.current && (
        <Button aria-label={accountMessages.endSessionOf({ device, used })} onClick={onEnd}>
          {accountMessages.endSession()}
        </Button>
      )}
    </li>
  )
}
