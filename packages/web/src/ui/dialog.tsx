import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const id = useId()
  return (
    <dialog {...useModal(onClose)} className="dialog" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-body">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
