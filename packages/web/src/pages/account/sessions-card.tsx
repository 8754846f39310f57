import type { Session } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { sessionsQuery } from '../../session/sessions-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDevice } from '../../ui/format-device.ts'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { SessionRow } from './session-row.tsx'

const atFirst = 6

export const SessionsCard = () => {
  const { data, error, refetch } = useQuery(sessionsQuery(useServices().session.client))
  const [chosen, setChosen] = useState<readonly Session[]>()
  const [all, setAll] = useState(false)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()
  const others = data?.filter(({ current }) => !current) ?? []
  const shown = all ? data : data?.slice(0, atFirst)

  const ended = (sessions: readonly Session[]) => {
    setSaid(
      sessions.length === 1
        ? accountMessages.endedSession({ device: formatDevice(sessions[0]?.user_agent ?? null) })
        : accountMessages.endedAllOthers(),
    )
    setChosen(undefined)
    // The button that was clicked has been removed with its row.
    requestAnimationFrame(() => heading.current?.focus())
  }

  return (
    <Card
      title={accountMessages.sessions()}
      headingRef={heading}
      act={
        others.length > 1 && (
          <Button look="ghost" onClick={() => setChosen(others)}>
            {accountMessages.endAllOthers()}
          </Button>
        )
      }
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      {error && data === undefined && (
        <div className="grid justify-items-start gap-3 p-[14px]">
          <Note tone="red">{sentenceFor(error)}</Note>
          <Button onClick={() => refetch()}>{accountMessages.loadSessions()}</Button>
        </div>
      )}
      {data === undefined && !error && <SessionSkeleton />}
      <ul className="rows">
        {shown?.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnd={() => setChosen([session])} />
        ))}
        {data !== undefined && !all && data.length > atFirst && (
          <li>
            <Button look="ghost" onClick={() => setAll(true)}>
              {accountMessages.showAllSessions({ count: data.length })}
            </Button>
          </li>
        )}
      </ul>
      {chosen !== undefined && (
        <EndSessionsDialog
          chosen={chosen}
          now={now}
          onClose={() => setChosen(undefined)}
          onEnded={() => ended(chosen)}
        />
      )}
    </Card>
  )
}

const SessionSkeleton = () => (
  <div className="grid gap-2 p-[14px]" aria-hidden="true">
    <div className="h-4 w-40 rounded-s bg-well" />
    <div className="h-3 w-64 max-w-full rounded-s bg-well" />
  </div>
)
