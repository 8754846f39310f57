import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * The browser's own modal dialog: it traps focus, closes with Escape, makes the page behind inert and gives focus back.
 * (Script-made scroll locks write inline style sheets, which the content policy refuses.)
 */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed before it leaves the page, or focus would be lost instead of given back.
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click on the backdrop does.
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <h2 id={id} className="mb-2 text-body">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
