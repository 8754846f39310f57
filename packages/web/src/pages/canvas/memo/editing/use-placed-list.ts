import { type RefObject, useLayoutEffect, useRef } from 'react'
import { caretLine } from './caret-line.ts'
import { placeList } from './place-list.ts'

/** Keeps a list next to its position in a text field, and visible, while the page scrolls or is resized. */
export const usePlacedList = (
  field: RefObject<HTMLTextAreaElement | null>,
  caret: number | undefined,
  length: number,
): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (caret === undefined || length === 0) return
    const place = () => {
      if (field.current === null || list.current === null) return
      const { style, scrollHeight, offsetWidth, offsetHeight, clientHeight } = list.current
      const size = { width: offsetWidth, height: scrollHeight + offsetHeight - clientHeight }
      const line = caretLine(field.current, caret)
      const { left, top, maxHeight } = placeList(line, size, { width: innerWidth, height: innerHeight })
      Object.assign(style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
    }
    place()
    // The memo and the field scroll in their own containers, and scroll events do not bubble: listen in the capture
    // phase.
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [field, caret, length])
  return list
}
