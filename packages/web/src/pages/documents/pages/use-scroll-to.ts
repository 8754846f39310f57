import { useEffect, useRef } from 'react'

/** Scrolls an element into view when it becomes the target, or when the target appears. */
export const useScrollTo = <Goal extends Element>(target: string | undefined, isThere: boolean) => {
  const goal = useRef<Goal>(null)
  useEffect(() => {
    if (target !== undefined && isThere) goal.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [target, isThere])
  return goal
}
