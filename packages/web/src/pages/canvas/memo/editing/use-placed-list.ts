import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Line, placeList } from './place-list.ts'

/** Keeps a list next to the line of the caret, and visible, while the page scrolls or is resized. */
export const usePlacedList = (
  lineOf: () => Line | undefined,
  caret: number | undefined,
  length: number,
): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  const place = useEffectEvent(() => {
    const line = lineOf()
    if (line === undefined || list.current === null) return
    const { style, scrollHeight, offsetWidth, offsetHeight, clientHeight } = list.current
    const size = { width: offsetWidth, height: scrollHeight + offsetHeight - clientHeight }
    const { left, top, maxHeight } = placeList(line, size, { width: innerWidth, height: innerHeight })
    Object.assign(style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
  })
  useLayoutEffect(() => {
    if (caret === undefined || length === 0) return
    const follow = () => place()
    follow()
    // The memo and the field scroll in their own containers, and scroll events do not bubble: listen in the capture
    // phase.
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [caret, length])
  return list
}
