import { useEffect, useEffectEvent, useState } from 'react'
import { useObservable } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { useDealId } from '../canvas-query.ts'
import { type Begun, keepBegun, readBegun } from './begun.ts'

/** What the person is writing now. Begun in the memo it is about the passage selected there. */
export const useBegun = () => {
  const dealId = useDealId()
  const attention = useAttention()
  const inMemo = useObservable(attention.begun)
  const [begun, setBegun] = useState<Begun | undefined>(() => readBegun(dealId))

  const begin = (next: Begun | undefined): void => {
    setBegun(next)
    keepBegun(dealId, next)
    if (next === undefined) attention.begun.set(undefined)
  }
  const follow = useEffectEvent(begin)
  useEffect(() => {
    if (inMemo === undefined) return
    const { act, passage } = inMemo
    follow({ act, sectionKey: passage.sectionKey, passage })
  }, [inMemo])
  return { begun, begin }
}
