import { lazy, Suspense, useEffect, useState } from 'react'
import { appMessages } from '../messages/app.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './go-to.module.css'

const GoToDialog = lazy(async () => ({ default: (await import('./go-to-dialog.tsx')).GoToDialog }))

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette with Ctrl+K or its button. */
export const GoTo = ({ onSignOut }: { onSignOut: () => void }) => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!asked || event.shiftKey || event.repeat) return
      // Prevent the browser's own search, and do not open a dialog over another dialog.
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={`btn ghost ${styles.button}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{appMessages.goTo()}</span>
        <kbd>
          <span aria-hidden="true">{isMac() ? '⌘ K' : appMessages.keyCtrlK()}</span>
        </kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <GoToDialog onClose={() => setOpen(false)} onSignOut={onSignOut} />
        </Suspense>
      )}
    </>
  )
}
