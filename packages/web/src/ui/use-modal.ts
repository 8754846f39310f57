import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * The native modal dialog: it traps the focus, closes with Escape, makes the page behind it inert and restores the
 * focus. (Scroll locks made by scripts write inline style sheets, which the content security policy blocks.)
 */
export const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Close it before it is unmounted, or the focus would be lost instead of restored.
    return () => dialog?.close()
  }, [])
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      onClose()
    },
    /** A click on the backdrop closes the dialog, like Escape. */
    onClick: (event: MouseEvent) => event.target === ref.current && onClose(),
  }
}
