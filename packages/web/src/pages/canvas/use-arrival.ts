import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CanvasPlace } from './canvas-place.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The navigation whose comment or section was gone to. */
    arrived?: string | undefined
  }
}

/**
 * Says once for each navigation which comment or section it leads to. The address keeps telling it, for a reload and for
 * whoever copies it; so that the same link leads there again after one has read on, the entry of the history is marked:
 * the router takes no notice of a link to an entry that is the same in everything.
 */
export const useArrival = (arrive: (place: CanvasPlace) => void): void => {
  const { comment, section } = useSearch({ from: '/signed-in/canvas/$dealId/' })
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [gone] = useState(() => new Set<string>())
  const key = state.__TSR_key ?? ''
  // The address is known a moment before the page is drawn for it.
  const isDrawn = search.comment === comment && search.section === section
  const go = useEffectEvent((key: string) => {
    if (comment === undefined && section === undefined) return
    if (state.arrived !== undefined && gone.has(state.arrived)) return
    gone.add(key)
    arrive({ comment, section })
    void navigate({ to: '.', search: true, state: { arrived: key }, replace: true, resetScroll: false })
  })
  useEffect(() => {
    if (isDrawn) go(key)
  }, [key, isDrawn])
}
