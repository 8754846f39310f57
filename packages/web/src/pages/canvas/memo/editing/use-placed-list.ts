import { type RefObject, useLayoutEffect, useRef } from 'react'
import { caretLine } from './caret-line.ts'
import { placeList } from './place-list.ts'

/** Keeps a list beside the place in a text field that it is about, in sight, while the page scrolls or changes size. */
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
    // The memo and the field scroll in boxes of their own: only the capturing phase hears of both.
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [field, caret, length])
  return list
}
