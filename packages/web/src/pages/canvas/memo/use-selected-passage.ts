import type { Section } from '@deal-canvas/contract'
import { useEffect, useEffectEvent } from 'react'
import type { Passage } from '../attention.ts'
import { useAttention } from '../attention.ts'
import { selectedPassage } from './selected-passage.ts'

const isSame = (a: Passage | undefined, b: Passage | undefined): boolean =>
  a?.sectionKey === b?.sectionKey && a?.version === b?.version && a?.from === b?.from && a?.to === b?.to

/** Stores the text selected in the memo in the attention state. */
export const useSelectedPassage = (sections: readonly Section[]): void => {
  const { passage } = useAttention()
  const look = useEffectEvent(() => {
    const next = selectedPassage(document.getSelection(), (key) =>
      sections.find((section) => section.section_key === key),
    )
    if (!isSame(next, passage.get())) passage.set(next)
  })
  useEffect(() => {
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look())
    }
    document.addEventListener('selectionchange', soon)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('selectionchange', soon)
      passage.set(undefined)
    }
  }, [passage])
}
