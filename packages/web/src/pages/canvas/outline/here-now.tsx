import type { LiveState } from '@deal-canvas/client'
import { useMutationState } from '@tanstack/react-query'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useLive } from '../live/deal-live.ts'
import styles from './here-now.module.css'

const formatLiveState = (state: LiveState, saving: boolean): string => {
  if (state === 'ended') return canvasMessages.notLive()
  if (state === 'waiting') return canvasMessages.reconnecting()
  if (state === 'connecting') return canvasMessages.connecting()
  return saving ? canvasMessages.liveSaving() : canvasMessages.liveSaved()
}

/** Whether the live channel is connected and the user's changes are saved. */
const ConnectionLine = () => {
  const state = useObservable(useLive().state)
  const saving = useMutationState({ filters: { status: 'pending' }, select: () => true }).length > 0
  return (
    <p className={styles.live} role="status" data-state={state}>
      {formatLiveState(state, saving)}
    </p>
  )
}

/** The other users on the canvas, and which section they are in. */
export const HereNow = ({ numberOf }: { numberOf: ReadonlyMap<string, number> }) => {
  const live = useLive()
  const { all } = useObservable(live.people)
  const holds = useObservable(live.holds)
  const placeOf = (userId: string, sectionKey: string | null): string => {
    const held = [...holds].find(([, hold]) => hold.userId === userId)?.[0]
    const writes = held === undefined ? undefined : numberOf.get(held)
    if (writes !== undefined) return canvasMessages.editingSection({ number: writes })
    const reads = sectionKey === null ? undefined : numberOf.get(sectionKey)
    return reads === undefined ? '' : canvasMessages.inSection({ number: reads })
  }
  return (
    <div className={styles.here}>
      {all.length > 0 && (
        <>
          <h2>{canvasMessages.hereNow()}</h2>
          <ul>
            {all.slice(0, 6).map(({ userId, name, picture, sectionKey }) => (
              <li key={userId}>
                <Avatar id={userId} name={name} picture={picture} />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="text-small text-fg-3">{placeOf(userId, sectionKey)}</span>
              </li>
            ))}
            {all.length > 6 && <li className="text-fg-3">{canvasMessages.andMore({ count: all.length - 6 })}</li>}
          </ul>
        </>
      )}
      <ConnectionLine />
    </div>
  )
}
