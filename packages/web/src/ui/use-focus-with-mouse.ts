import { type RefObject, useEffect } from 'react'

/** With a mouse comes a keyboard; on a touch screen focus would bring up half a screen of keys. */
export const useFocusWithMouse = (field: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [field])
