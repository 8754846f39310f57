import { useServices } from '../session/services.ts'
import { Icon } from '../ui/icon.tsx'
import { useObservable } from '../ui/observable.ts'

/** Always in the page, so that a screen reader hears it when words appear in it. */
export const ConnectionBar = () => {
  const reachable = useObservable(useServices().connection.reachable)
  return (
    <div role="status" className={reachable ? undefined : 'connection-bar'}>
      {!reachable && (
        <>
          <Icon name="clock" size={14} />
          Reconnecting. Your changes are kept
        </>
      )}
    </div>
  )
}
