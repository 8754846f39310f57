import { type ReactNode, useId } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useModal } from '../../../ui/use-modal.ts'

interface DrawerProps {
  title: string
  onClose: () => void
  /** What scrolls, and what stays beneath it. */
  children: ReactNode
}

/** A modal dialog at the side: what is behind stays in sight but inert, Escape closes it and gives the focus back. */
export const Drawer = ({ title, onClose, children }: DrawerProps) => {
  const id = useId()
  return (
    <dialog {...useModal(onClose)} className="what-if" aria-labelledby={id}>
      <div className="what-if-frame">
        <header>
          <Icon name="sliders" />
          <h2 id={id}>{title}</h2>
          <span className="chip">{whatIfMessages.nothingSaved()}</span>
          <span className="flex-1" />
          <button type="button" className="btn ghost icon" aria-label={whatIfMessages.close()} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
