import { type ReactNode, useId } from 'react'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useModal } from '../../../ui/use-modal.ts'
import styles from './drawer.module.css'

interface DrawerProps {
  title: string
  onClose: () => void
  /** The scrolling content and the fixed footer below it. */
  children: ReactNode
}

/** A modal dialog at the side: the page behind it stays visible but inert; Escape closes it and restores the focus. */
export const Drawer = ({ title, onClose, children }: DrawerProps) => {
  const id = useId()
  return (
    <dialog {...useModal(onClose)} className={styles.drawer} aria-labelledby={id}>
      <div className={styles.frame}>
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
