import { canComment, type MetricSource } from '@deal-canvas/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { useAttention } from '../attention.ts'
import { UnreadStrip } from '../unread-strip.tsx'
import { ChosenInView } from './chosen-in-view.tsx'
import styles from './memo.module.css'
import { NumbersNote } from './numbers-note.tsx'
import { PaperNote } from './paper-note.tsx'
import { SectionView } from './section-view.tsx'
import { SinceStrip } from './since-strip.tsx'
import { useNumberInFocus } from './use-number-in-focus.ts'
import { usePrinting } from './use-printing.ts'
import { useRemovedDrafts } from './use-removed-drafts.ts'
import { useSectionInView } from './use-section-in-view.ts'
import { useSelectedPassage } from './use-selected-passage.ts'
import { useWholeSections } from './use-whole-sections.ts'

// Only a finalized deal has one.
const DecisionBar = lazy(async () => ({ default: (await import('./decision-bar.tsx')).DecisionBar }))
const RemovedDraftNote = lazy(async () => ({
  default: (await import('./removed-draft-note.tsx')).RemovedDraftNote,
}))
const SourcePopover = lazy(async () => ({ default: (await import('./source-popover.tsx')).SourcePopover }))
const CellDialog = lazy(async () => ({
  default: (await import('../../../features/workbook-grid/cell-dialog.tsx')).CellDialog,
}))

const within = (event: MouseEvent, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

interface MemoProps {
  canEdit: boolean
  onSections: () => void
}

/** The memo, section by section. Handles clicks on all numbers and marks by delegation. */
export const Memo = ({ canEdit, onSections }: MemoProps) => {
  const dealId = useDealId()
  const { deal, sections } = useCanvas()
  const navigate = useNavigate()
  const { thread, section } = useAttention()
  const scroller = useRef<HTMLDivElement>(null)
  const number = useNumberInFocus()
  const [cell, setCell] = useState<MetricSource>()
  useSectionInView(scroller, sections.map(({ section_key }) => section_key).join(' '))
  useSelectedPassage(sections)
  const rest = useWholeSections(sections)
  const removedDrafts = useRemovedDrafts(sections)
  usePrinting()

  const click = (event: MouseEvent) => {
    const metric = within(event, '[data-metric]')
    if (metric !== null) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      // Ending a text selection on a number is not a click on it.
      if (document.getSelection()?.isCollapsed === false) return
      if (window.matchMedia('(hover: none)').matches) return number.show(metric)
      number.close()
      const whatIf = metric.dataset['metric']
      return void navigate({ to: '/canvas/$dealId', params: { dealId }, search: { whatIf } })
    }
    if (within(event, '[data-source]') === null) number.close()
    const mark = within(event, '[data-thread]')
    if (mark === null || within(event, 'a, button') !== null || document.getSelection()?.isCollapsed === false) return
    // Show the thread among the comments of its own section, even if another section is at the top.
    section.set(within(event, '[data-section]')?.dataset['section'])
    thread.set(mark.dataset['thread'])
  }

  const canRate = canComment(deal)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links and buttons inside of it do the same by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles clicks of the links inside it.
    <div className={styles.memo} data-memo ref={scroller} onClick={click} {...number.heard}>
      <button type="button" className={`btn ${styles.sections}`} onClick={onSections}>
        <Icon name="list" />
        {memoMessages.sections()}
      </button>
      {deal.status === 'finalized' ? (
        <Suspense fallback={null}>
          <DecisionBar />
        </Suspense>
      ) : (
        <div data-screen-only>
          <SinceStrip />
        </div>
      )}
      <div className={styles.doc}>
        <div data-screen-only>
          <UnreadStrip />
        </div>
        <PaperNote />
        <NumbersNote />
        {rest.error && (
          <Note tone="red" act={<Button onClick={() => void rest.refetch()}>{commonMessages.tryAgain()}</Button>}>
            {memoMessages.partNotLoaded({ reason: sentenceFor(rest.error) })}
          </Note>
        )}
        {removedDrafts.length > 0 && (
          <Suspense fallback={null}>
            {removedDrafts.map((removed) => (
              <RemovedDraftNote key={removed.key} removed={removed} />
            ))}
          </Suspense>
        )}
        {sections.map((section, index) => (
          <SectionView
            key={section.section_key}
            section={section}
            number={index + 1}
            // A truncated text must never be saved in place of the full one.
            canEdit={canEdit && !section.content_truncated}
            canRate={canRate}
          />
        ))}
        {sections.length === 0 && (
          <div className={styles.empty}>
            <h2>{memoMessages.empty()}</h2>
            <p>{canEdit ? memoMessages.emptyForEditors() : memoMessages.emptyForReaders()}</p>
          </div>
        )}
      </div>
      <ChosenInView />
      {number.shown && (
        <Suspense fallback={null}>
          <SourcePopover
            number={number.shown}
            onClose={number.close}
            onCell={(source) => {
              number.close()
              setCell(source)
            }}
            onPointer={(over) => (over ? number.keep() : number.letGo())}
          />
        </Suspense>
      )}
      {cell && (
        <Suspense fallback={null}>
          <CellDialog dealId={dealId} {...cell} onClose={() => setCell(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
