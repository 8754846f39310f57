import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useMetrics } from '../../../../../deal-data/canvas-query.ts'
import { matching } from '../complete-metric.ts'
import type { Offer } from '../offer-list.tsx'
import { offerOf } from '../offer-of.ts'
import { askedAt } from './asked-at.ts'
import { insertMetric } from './insert-metric.ts'
import { type ChosenKind, insertionsFor } from './insertions.ts'

/** What is offered for the text before the caret, and taking one of it. */
export const useOffers = (
  view: EditorView | undefined,
  state: EditorState | undefined,
  onChoose: (kind: ChosenKind) => void,
) => {
  const metrics = useMetrics()
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()

  const offeredIn = (at: EditorState | undefined) => {
    const asked = at && askedAt(at)
    if (at === undefined || asked === undefined || asked.from === closedAt) return { asked, insertions: [], offers: [] }
    const insertions = asked.kind === 'insert' ? insertionsFor(at, asked.words) : []
    const isNamed = asked.kind === 'metric' || asked.words !== ''
    const named = isNamed ? matching(metrics.values(), asked.words).map(offerOf) : []
    const offers: Offer[] = [...insertions, ...named]
    return { asked, insertions, offers, current: offers[Math.min(chosen, offers.length - 1)] }
  }

  const take = (key: string): void => {
    const { asked, insertions } = offeredIn(view?.state)
    if (view === undefined || asked === undefined) return
    setChosen(0)
    const insertion = insertions.find((offered) => offered.key === key)
    view.focus()
    if (insertion === undefined) {
      insertMetric(view, asked, key)
      return
    }
    view.dispatch(view.state.tr.delete(asked.from, asked.to))
    if (typeof insertion.act === 'string') onChoose(insertion.act)
    else insertion.act(view.state, view.dispatch, view)
  }

  return {
    ...offeredIn(state),
    take,
    /** After each change of the text. */
    follow: (next: EditorState): void => {
      setChosen(0)
      if (askedAt(next) === undefined) setClosedAt(undefined)
    },
    /** Whether the key was used for the list. A key can come before the list of the last one is drawn. */
    press: (event: KeyboardEvent): boolean => {
      const { asked, offers, current } = offeredIn(view?.state)
      if (current === undefined || event.shiftKey || event.isComposing) return false
      const acts: Record<string, () => void> = {
        ArrowDown: () => setChosen((chosen + 1) % offers.length),
        ArrowUp: () => setChosen((chosen + offers.length - 1) % offers.length),
        Enter: () => take(current.key),
        Tab: () => take(current.key),
        Escape: () => setClosedAt(asked?.from),
      }
      const act = acts[event.key]
      if (act === undefined) return false
      // Escape closes the list and nothing around it.
      event.stopPropagation()
      act()
      return true
    },
  }
}
