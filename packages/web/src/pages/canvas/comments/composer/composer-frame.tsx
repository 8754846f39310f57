import type { ReactNode } from 'react'
import { useCanvas, useMetrics } from '../../../../deal-data/canvas-query.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { formatPassage } from '../thread/format-comment.ts'
import styles from './composer-frame.module.css'
import type { Draft } from './draft.ts'

interface ComposerFrameProps {
  title: string
  /** Label of the close button. */
  closeLabel: string
  draft: Draft
  onClose: () => void
  look?: 'sending' | 'failed' | undefined
  children: ReactNode
}

/** The frame around a form: its title, its subject and a close button. */
export const ComposerFrame = ({
  title,
  closeLabel,
  draft: { sectionKey, passage },
  onClose,
  look,
  children,
}: ComposerFrameProps) => {
  const metrics = useMetrics()
  const section = useCanvas().sections.find(({ section_key }) => section_key === sectionKey)
  return (
    <section
      className={`${styles.composer} ${look === 'sending' ? styles.sending : look === 'failed' ? styles.failed : ''}`}
      aria-label={title}
    >
      <header>
        <h2>{title}</h2>
        <span className="truncate text-fg-3 text-small">{section?.title}</span>
        <button type="button" className="btn ghost icon" aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" size={14} />
        </button>
      </header>
      {passage !== undefined && <blockquote>{formatPassage(passage.text, metrics)}</blockquote>}
      {children}
    </section>
  )
}
