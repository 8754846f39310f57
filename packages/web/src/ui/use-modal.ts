import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * The browser's own modal dialog: it traps focus, closes with Escape, makes the page behind inert and gives focus back.
 * (Script-made scroll locks write inline style sheets, which the content policy refuses.)
 */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed before it leaves the page, or focus would be lost instead of given back.
    return () => dialog?.close()
  }, [])
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      onClose()
    },
    /** A click on the backdrop does by mouse what Escape does by keyboard. */
    onClick: (event: MouseEvent) => event.target === ref.current && onClose(),
  }
}
