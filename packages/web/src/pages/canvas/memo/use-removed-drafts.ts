import type { CanvasSection } from '@deal-canvas/contract'
import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { useMe } from '../../../session/me.ts'
import { draftPlace, type SectionDraft } from './editing/section-draft.ts'

export interface RemovedDraft {
  readonly key: string
  readonly draft: SectionDraft
  readonly forget: () => void
}

/** My unsaved texts of sections that have left the memo since the page was opened, and are still out of it. */
export const useRemovedDrafts = (sections: readonly CanvasSection[]): RemovedDraft[] => {
  const dealId = useDealId()
  const { id: userId } = useMe()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [, setForgotten] = useState(0)
  const present = new Set(sections.map(({ section_key: key }) => key))
  if (sections.some(({ section_key: key }) => !seen.has(key))) setSeen(new Set([...seen, ...present]))
  return [...seen].flatMap((key) => {
    if (present.has(key)) return []
    const place = draftPlace(userId, dealId, key)
    const draft = place.read()
    const forget = () => {
      place.forget()
      setForgotten((count) => count + 1)
    }
    return draft === undefined ? [] : [{ key, draft, forget }]
  })
}
