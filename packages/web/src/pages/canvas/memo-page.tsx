import { canEditDeal } from '@deal-canvas/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { ContradictionsContext, useOpenContradictions } from '../../deal-data/contradictions.ts'
import { canvasMessages } from '../../messages/canvas.ts'
import { commonMessages } from '../../messages/common.ts'
import { useAttention } from './attention.ts'
import { CommentsRail } from './comments/comments-rail.tsx'
import { SelectionToolbar } from './comments/composer/selection-toolbar.tsx'
import { Dock, type Sheet, SheetHead } from './dock.tsx'
import { goToSection } from './memo/go-to-section.ts'
import { Memo } from './memo/memo.tsx'
import styles from './memo-page.module.css'
import { Outline } from './outline/outline.tsx'
import { useArrival } from './use-arrival.ts'
import { AppliedStrip } from './what-if/applied-strip.tsx'

const WhatIfDrawer = lazy(async () => ({ default: (await import('./what-if/what-if-drawer.tsx')).WhatIfDrawer }))

/** The canvas: sections, memo and comments side by side, each scrolling independently; on phones one at a time. */
export const MemoPage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const place = useSearch({ from: '/signed-in/canvas/$dealId/' })
  const navigate = useNavigate({ from: '/canvas/$dealId' })
  const attention = useAttention()
  const [sheet, setSheet] = useState<Sheet>()
  const closeSheet = useCallback(() => setSheet(undefined), [])
  const canEdit = canEditDeal(deal)

  // If the comments are a sheet, open it for a draft or a chosen thread, including the comment of a link.
  useEffect(() => {
    const stops = [
      attention.draft.subscribe(() => attention.draft.get() && setSheet('comments')),
      attention.thread.subscribe(() => attention.thread.get() && setSheet('comments')),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [attention])
  useArrival(({ comment, section }) => {
    if (section !== undefined) goToSection(section)
    if (comment === undefined) return
    // Reset first: setting the thread that is already chosen would not notify anyone and not scroll to it.
    attention.thread.set(undefined)
    requestAnimationFrame(() => attention.thread.set(comment))
  })

  return (
    <ContradictionsContext value={useOpenContradictions()}>
      <div className={styles.canvas} data-sheet={sheet}>
        <title>{canvasMessages.pageTitle({ name: deal.name })}</title>
        <h1 className="sr-only">{deal.name}</h1>
        <aside className={styles.outline} aria-label={canvasMessages.outline()}>
          <SheetHead
            title={canvasMessages.sections()}
            closeLabel={canvasMessages.closeSections()}
            onClose={closeSheet}
          />
          <Outline canEdit={canEdit} onGone={closeSheet} />
        </aside>
        <Memo canEdit={canEdit} onSections={() => setSheet('sections')} />
        <div className={styles.comments}>
          <SheetHead
            title={canvasMessages.comments()}
            closeLabel={canvasMessages.closeComments()}
            onClose={closeSheet}
          />
          <CommentsRail />
        </div>
        {sheet !== undefined && (
          <button
            type="button"
            className={styles.backdrop}
            aria-label={commonMessages.close()}
            tabIndex={-1}
            onClick={closeSheet}
          />
        )}
        <SelectionToolbar />
        <Dock sheet={sheet} onSheet={setSheet} />
      </div>
      {place.whatIf !== undefined && (
        <Suspense fallback={null}>
          <WhatIfDrawer
            metricKey={place.whatIf}
            value={place.value}
            onClose={() =>
              void navigate({
                to: '/canvas/$dealId',
                params: { dealId },
                search: { ...place, whatIf: undefined, value: undefined },
                state: true,
              })
            }
          />
        </Suspense>
      )}
      <AppliedStrip />
    </ContradictionsContext>
  )
}
