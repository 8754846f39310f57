import { lazy, Suspense, useState } from 'react'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './add-section.module.css'
import type { AddSectionDialogProps } from './add-section-dialog.tsx'

// Most readers of a memo never add a section.
const AddSectionDialog = lazy(async () => ({ default: (await import('./add-section-dialog.tsx')).AddSectionDialog }))

export const AddSection = (props: Omit<AddSectionDialogProps, 'onClose'>) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`btn ghost ${styles.add}`} onClick={() => setOpen(true)}>
        <Icon name="plus" size={14} />
        {canvasMessages.addSection()}
      </button>
      {open && (
        <Suspense fallback={null}>
          <AddSectionDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
