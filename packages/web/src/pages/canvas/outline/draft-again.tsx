import { lazy, Suspense, useState } from 'react'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './add-section.module.css'

// Most readers of a memo never have it drafted.
const DraftAgainDialog = lazy(async () => ({ default: (await import('./draft-again-dialog.tsx')).DraftAgainDialog }))

export const DraftAgain = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`btn ghost ${styles.add}`} onClick={() => setOpen(true)}>
        <Icon name="refresh" size={14} />
        {canvasMessages.draftAgain()}
      </button>
      {open && (
        <Suspense fallback={null}>
          <DraftAgainDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
