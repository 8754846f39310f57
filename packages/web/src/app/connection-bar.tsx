import { appMessages } from '../messages/app.ts'
import { useServices } from '../session/services.ts'
import { Icon } from '../ui/icon.tsx'
import { createObservable, type Observable, useObservable } from '../ui/observable.ts'
import styles from './connection-bar.module.css'

interface ConnectionBarProps {
  /**
   * A problem with the page's live channel: with the channel down, calls still succeed but the page shows nothing new.
   */
  problem?: Pick<Observable<string | undefined>, 'get' | 'subscribe'> | undefined
}

const noProblem = createObservable<string | undefined>(undefined)

/** Always in the DOM, so that screen readers announce text when it appears. */
export const ConnectionBar = ({ problem = noProblem }: ConnectionBarProps) => {
  const reachable = useObservable(useServices().connection.reachable)
  const heard = useObservable(problem)
  const words = reachable ? heard : appMessages.reconnecting()
  return (
    <div role="status" className={words === undefined ? undefined : styles.connectionBar}>
      {words !== undefined && (
        <>
          <Icon name="clock" size={14} />
          {words}
        </>
      )}
    </div>
  )
}
