import { useEffect, useEffectEvent, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useObservable } from '../../../../ui/observable.ts'
import { useAttention } from '../../attention.ts'
import { type Draft, keepDraft, readDraft } from './draft.ts'

/** The user's current draft. Started in the memo, it is about the passage selected there. */
export const useDraft = () => {
  const dealId = useDealId()
  const attention = useAttention()
  const inMemo = useObservable(attention.draft)
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(dealId))

  const begin = (next: Draft | undefined): void => {
    setDraft(next)
    keepDraft(dealId, next)
    if (next === undefined) attention.draft.set(undefined)
  }
  const follow = useEffectEvent(begin)
  useEffect(() => {
    if (inMemo === undefined) return
    const { act, passage } = inMemo
    follow({ act, sectionKey: passage.sectionKey, passage })
  }, [inMemo])
  return { draft, begin }
}
