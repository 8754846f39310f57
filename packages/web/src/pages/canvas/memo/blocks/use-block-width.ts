import { type RefObject, useLayoutEffect, useState } from 'react'

/** The narrowest drawing whose labels can be read; a narrower place scrolls. */
const minWidth = 420

/** The width of a block in whole pixels; undefined before it is measured. */
export const useBlockWidth = (place: RefObject<HTMLElement | null>): number | undefined => {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = () => setWidth(Math.max(minWidth, Math.floor(element.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
