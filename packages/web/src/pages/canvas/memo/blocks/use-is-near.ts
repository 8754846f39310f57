import { type RefObject, useEffect, useState } from 'react'

/** Begins before the reader arrives, so that a table is usually there by then. */
const ahead = '300px 0px'

/** Whether an element was ever near the visible part of the page. */
export const useIsNear = (element: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (target === null || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      // The memo scrolls inside the page, where a margin of the page alone has no effect.
      { rootMargin: ahead, scrollMargin: ahead },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
