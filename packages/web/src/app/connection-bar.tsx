import { appMessages } from '../messages/app.ts'
import { useServices } from '../session/services.ts'
import { Icon } from '../ui/icon.tsx'
import { createObservable, type Observable, useObservable } from '../ui/observable.ts'

interface ConnectionBarProps {
  /** Of what the page listens to besides its calls: a deal whose channel is cut answers every call and shows nothing new. */
  problem?: Pick<Observable<string | undefined>, 'get' | 'subscribe'> | undefined
}

const noProblem = createObservable<string | undefined>(undefined)

/** Always in the page, so that a screen reader hears it when words appear in it. */
export const ConnectionBar = ({ problem = noProblem }: ConnectionBarProps) => {
  const reachable = useObservable(useServices().connection.reachable)
  const heard = useObservable(problem)
  const words = reachable ? heard : appMessages.reconnecting()
  return (
    <div role="status" className={words === undefined ? undefined : 'connection-bar'}>
      {words !== undefined && (
        <>
          <Icon name="clock" size={14} />
          {words}
        </>
      )}
    </div>
  )
}
