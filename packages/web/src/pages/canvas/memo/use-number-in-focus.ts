import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

const openMs = 250
/** The pointer crosses a gap on its way from the number to what is said about it. */
const closeMs = 180

export interface NumberInFocus {
  readonly metricKey: string
  readonly element: HTMLElement
}

const numberAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-metric]') : null

/** The number that is pointed at or focused, after a moment; heard for the whole memo at once. */
export const useNumberInFocus = () => {
  const [shown, setShown] = useState<NumberInFocus>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const soon = (next: NumberInFocus | undefined, ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(next), ms)
  }
  const enter = ({ target }: MouseEvent | FocusEvent): void => {
    const element = numberAt(target)
    const metricKey = element?.dataset['metric']
    if (element !== null && metricKey !== undefined) soon({ metricKey, element }, openMs)
  }
  const leave = ({ target }: MouseEvent | FocusEvent): void => {
    if (numberAt(target) !== null) soon(undefined, closeMs)
  }

  return {
    shown,
    /** A finger does not hover: it asks for the number at once. */
    show: (element: HTMLElement) => {
      clearTimeout(timer.current)
      setShown({ metricKey: element.dataset['metric'] ?? '', element })
    },
    close: () => {
      clearTimeout(timer.current)
      setShown(undefined)
    },
    /** What is said about the number is pointed at: it stays. */
    keep: () => clearTimeout(timer.current),
    letGo: () => soon(undefined, closeMs),
    heard: { onMouseOver: enter, onMouseOut: leave, onFocus: enter, onBlur: leave },
  }
}
