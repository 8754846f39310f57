import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

const openMs = 250
/** Gives the pointer time to cross the gap between the number and its popover. */
const closeMs = 180

export interface NumberInFocus {
  readonly metricKey: string
  readonly element: HTMLElement
}

const numberAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-metric]') : null

/** The hovered or focused number, after a delay; handled by delegation for the whole memo. */
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
    /** Touch has no hover: shows the number's popover immediately. */
    show: (element: HTMLElement) => {
      clearTimeout(timer.current)
      setShown({ metricKey: element.dataset['metric'] ?? '', element })
    },
    close: () => {
      clearTimeout(timer.current)
      setShown(undefined)
    },
    /** The pointer is over the popover: keep it open. */
    keep: () => clearTimeout(timer.current),
    letGo: () => soon(undefined, closeMs),
    heard: { onMouseOver: enter, onMouseOut: leave, onFocus: enter, onBlur: leave },
  }
}
