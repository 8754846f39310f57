import { canvasMessages } from '../../../messages/canvas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useLive } from './deal-live.ts'
import styles from './people-stack.module.css'

const maxShown = 3

/** The other users on the canvas. */
export const PeopleStack = () => {
  const { all } = useObservable(useLive().people)
  if (all.length === 0) return null
  const rest = all.slice(maxShown)
  return (
    <ul className={styles.stack} aria-label={canvasMessages.hereNow()}>
      {all.slice(0, maxShown).map(({ userId, name, picture }) => (
        <li key={userId} title={name}>
          <Avatar id={userId} name={name} picture={picture} />
          <span className="sr-only">{name}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={styles.more} title={rest.map(({ name }) => name).join(', ')}>
          {canvasMessages.morePeople.rich({
            count: rest.length,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </li>
      )}
    </ul>
  )
}
