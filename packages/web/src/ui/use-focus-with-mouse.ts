import { type RefObject, useEffect } from 'react'

/** Focuses the field only on devices with a mouse: on a touch screen, focus would open the on-screen keyboard. */
export const useFocusWithMouse = (field: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [field])
