import type { LiveState } from '@deal-canvas/client'
import { useMutationState } from '@tanstack/react-query'
import { Avatar } from '../../../ui/avatar.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useLive } from '../live/deal-live.ts'

const formatLiveState = (state: LiveState, saving: boolean): string => {
  if (state === 'ended') return 'Not live. Load the page again'
  if (state === 'waiting') return 'Reconnecting. Your changes are kept'
  if (state === 'connecting') return 'Connecting'
  return saving ? 'Live, saving' : 'Live, everything saved'
}

/** Whether what others do is seen as it happens, and what one did is saved. */
const ConnectionLine = () => {
  const state = useObservable(useLive().state)
  const saving = useMutationState({ filters: { status: 'pending' }, select: () => true }).length > 0
  return (
    <p className="outline-live" role="status" data-state={state}>
      {formatLiveState(state, saving)}
    </p>
  )
}

/** The others who are on the canvas, and where. */
export const HereNow = ({ numberOf }: { numberOf: ReadonlyMap<string, number> }) => {
  const live = useLive()
  const { all } = useObservable(live.people)
  const holds = useObservable(live.holds)
  const placeOf = (userId: string, sectionKey: string | null): string => {
    const held = [...holds].find(([, hold]) => hold.userId === userId)?.[0]
    const writes = held === undefined ? undefined : numberOf.get(held)
    if (writes !== undefined) return `editing ${writes}`
    const reads = sectionKey === null ? undefined : numberOf.get(sectionKey)
    return reads === undefined ? '' : `in ${reads}`
  }
  return (
    <div className="outline-here">
      {all.length > 0 && (
        <>
          <h2>Here now</h2>
          <ul>
            {all.slice(0, 6).map(({ userId, name, picture, sectionKey }) => (
              <li key={userId}>
                <Avatar id={userId} name={name} picture={picture} />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="text-small text-fg-3">{placeOf(userId, sectionKey)}</span>
              </li>
            ))}
            {all.length > 6 && <li className="text-fg-3">and {all.length - 6} more</li>}
          </ul>
        </>
      )}
      <ConnectionLine />
    </div>
  )
}
