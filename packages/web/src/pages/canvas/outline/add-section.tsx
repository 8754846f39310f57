import { lazy, Suspense, useEffect, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../../messages/canvas.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './add-section.module.css'

// Most readers of a memo neither add nor arrange sections.
const AddSectionDialog = lazy(async () => ({ default: (await import('./add-section-dialog.tsx')).AddSectionDialog }))
const ArrangeDialog = lazy(async () => ({ default: (await import('./arrange-dialog.tsx')).ArrangeDialog }))

export const AddSection = ({ onAdded }: { onAdded: (sectionKey: string) => void }) => {
  const { sections } = useCanvas()
  const [open, setOpen] = useState<'add' | 'arrange'>()
  const [added, setAdded] = useState<string>()
  const close = () => setOpen(undefined)
  const finish = (sectionKey: string) => {
    close()
    setAdded(sectionKey)
  }
  // Not before the dialog has given back the focus and the memo shows the section, whichever comes later.
  const shown = sections.find(({ section_key: key }) => key === added)?.section_key
  useEffect(() => {
    if (shown === undefined) return
    setAdded(undefined)
    onAdded(shown)
  }, [shown, onAdded])
  return (
    <>
      <button type="button" className={`btn ghost ${styles.add}`} onClick={() => setOpen('add')}>
        <Icon name="plus" size={14} />
        {canvasMessages.addSection()}
      </button>
      <button type="button" className={`btn ghost ${styles.add}`} onClick={() => setOpen('arrange')}>
        <Icon name="list" size={14} />
        {canvasMessages.arrangeSections()}
      </button>
      <Suspense fallback={null}>
        {open === 'add' && <AddSectionDialog onAdded={finish} onClose={close} />}
        {open === 'arrange' && <ArrangeDialog onClose={close} />}
      </Suspense>
    </>
  )
}
