import type { CanvasSection } from '@deal-canvas/contract'
import { type CSSProperties, lazy, memo, Suspense, useCallback, useRef, useState } from 'react'
import { memoMessages } from '../../../messages/memo.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hue } from '../../../ui/initials.ts'
import { Note } from '../../../ui/note.tsx'
import { useObservable, useSelected } from '../../../ui/observable.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useAttention } from '../attention.ts'
import { useSectionMarks } from '../comments/section-marks.ts'
import { SectionBlocks } from './blocks/section-blocks.tsx'
import { useIsNear } from './blocks/use-is-near.ts'
import { DraftButton } from './draft-button.tsx'
import { useSectionEdit } from './editing/use-section-edit.ts'
import markdownViewStyles from './markdown-view.module.css'
import { MarkdownView } from './markdown-view.tsx'
import { SectionHead } from './section-head.tsx'
import { SectionRating } from './section-rating.tsx'
import styles from './section-view.module.css'
import { StaleNote } from './stale-note.tsx'

// Most readers of a memo neither edit it nor open its history.
const SectionEditor = lazy(async () => ({ default: (await import('./editing/section-editor.tsx')).SectionEditor }))
const SectionHistory = lazy(async () => ({ default: (await import('./section-history.tsx')).SectionHistory }))

const SectionText = memo(({ section }: { section: CanvasSection }) => {
  const { section_key, version, content, stale, updated_at } = section
  const text = useRef<HTMLDivElement>(null)
  const { thread, whole } = useAttention()
  const isInReach = useIsNear(text)
  const isNear = useObservable(whole) || isInReach
  const marks = useSectionMarks(section_key)
  const lit = useSelected(thread, (id) => (marks.some(({ commentId }) => commentId === id) ? id : undefined))
  const open = useCallback((commentId: string) => thread.set(commentId), [thread])
  if (content.trim() === '') return <p className="text-fg-3">{memoMessages.sectionEmpty()}</p>
  return (
    <div ref={text} className={markdownViewStyles.text} data-section-text={section_key}>
      <SectionBlocks sectionKey={section_key} version={version} content={content} isNear={isNear}>
        <MarkdownView
          content={content}
          marks={marks}
          lit={lit}
          writtenAt={stale ? updated_at : undefined}
          onOpen={open}
        />
      </SectionBlocks>
      {section.content_truncated && (
        <p className="text-fg-3" role="status" data-not-yet>
          {memoMessages.loadingRest()}
        </p>
      )}
    </div>
  )
})

interface SectionViewProps {
  section: CanvasSection
  number: number
  canEdit: boolean
  canRate: boolean
}

/** One section of the memo, for reading and editing. */
export const SectionView = memo(({ section, number, canEdit, canRate }: SectionViewProps) => {
  const { section_key: key, title, stale } = section
  const edit = useSectionEdit(section)
  const attention = useAttention()
  const [history, setHistory] = useState(false)
  const openHistory = useCallback(() => setHistory(true), [])
  const { phase, draft, other } = edit
  const begin = () => {
    attention.section.set(key)
    edit.begin()
  }
  const color: (CSSProperties & { '--h': number }) | undefined = other && { '--h': hue(other.userId) }
  return (
    <section
      id={`section-${key}`}
      data-section={key}
      className={`${styles.section} ${other ? styles.held : ''}`}
      style={color}
      aria-labelledby={`heading-${key}`}
    >
      <SectionHead section={section} number={number} onVersions={openHistory} />
      {other && (
        <p className={styles.holder} role="status">
          <Icon name="lock" size={14} />
          {memoMessages.heldBy({ name: other.name })}
        </p>
      )}
      {stale && phase !== 'writing' && <StaleNote section={section} canEdit={canEdit} />}
      {draft && phase === 'reading' && canEdit && (
        <Note tone="amber" act={<Button onClick={begin}>{memoMessages.continueEditing()}</Button>}>
          {memoMessages.unsavedDraft.rich({ time: <RelativeTime at={draft.at} /> })}
        </Note>
      )}
      {phase === 'writing' && draft ? (
        <Suspense fallback={<SectionText section={section} />}>
          <SectionBlocks sectionKey={key} version={section.version} content={section.content} isNear={true}>
            <SectionEditor section={section} draft={draft} edit={edit} />
          </SectionBlocks>
        </Suspense>
      ) : (
        <SectionText section={section} />
      )}
      {phase !== 'writing' && (
        <footer className={styles.foot}>
          {canRate && <SectionRating sectionKey={key} title={title} />}
          {canEdit && (
            <Button
              look="ghost"
              busy={phase === 'asking'}
              idle={other !== undefined}
              onClick={begin}
              aria-label={memoMessages.editNamedSection({ title })}
            >
              <Icon name="pen" size={14} /> {memoMessages.editSection()}
            </Button>
          )}
          {canEdit && <DraftButton section={section} />}
        </footer>
      )}
      {history && (
        <Suspense fallback={null}>
          <SectionHistory section={section} canEdit={canEdit} onClose={() => setHistory(false)} />
        </Suspense>
      )}
    </section>
  )
})
