import { useCallback, useMemo, useState } from 'react'
import { useSingleKey } from '../../../app/use-single-key.ts'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useOpenComments } from '../../../features/comments/cache/comment-lists.ts'
import { canvasMessages } from '../../../messages/canvas.ts'
import { useAttention } from '../attention.ts'
import { goToSection } from '../memo/go-to-section.ts'
import { AddSection } from './add-section.tsx'
import { DraftAgain } from './draft-again.tsx'
import { FindField } from './find-field.tsx'
import { HereNow } from './here-now.tsx'
import styles from './outline.module.css'
import { OutlineRow } from './outline-row.tsx'
import { sectionCounts } from './section-counts.ts'

/** The sections of the memo, with their status. */
export const Outline = ({ canEdit, onGone }: { canEdit: boolean; onGone: () => void }) => {
  const { sections } = useCanvas()
  const { comments } = useOpenComments()
  const attention = useAttention()
  const counts = useMemo(() => sectionCounts(comments), [comments])
  const numberOf = useMemo(
    () => new Map(sections.map(({ section_key }, index) => [section_key, index + 1])),
    [sections],
  )
  const [found, setFound] = useState<ReadonlyMap<string, number>>()

  const go = useCallback(
    (key: string) => {
      onGone()
      attention.section.set(key)
      goToSection(key)
    },
    [attention, onGone],
  )
  const step = (by: 1 | -1): void => {
    const at = sections.findIndex(({ section_key }) => section_key === attention.section.get())
    const next = sections[at < 0 ? 0 : at + by]
    if (next !== undefined) go(next.section_key)
  }
  useSingleKey('[', () => step(-1))
  useSingleKey(']', () => step(1))

  return (
    <>
      <FindField onFound={setFound} />
      <nav aria-label={canvasMessages.sections()} className={styles.sections}>
        <ol>
          {sections.map((section, index) => {
            const count = counts.get(section.section_key)
            if (found !== undefined && !found.has(section.section_key)) return null
            return (
              <OutlineRow
                key={section.section_key}
                section={section}
                number={index + 1}
                open={count?.open ?? 0}
                blockers={count?.blockers ?? 0}
                found={found?.get(section.section_key)}
                onGo={go}
              />
            )
          })}
        </ol>
      </nav>
      {canEdit && <AddSection onAdded={go} />}
      {canEdit && <DraftAgain />}
      <HereNow numberOf={numberOf} />
    </>
  )
}
