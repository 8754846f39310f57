import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CanvasPlace } from './canvas-place.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The navigation whose comment or section was already scrolled to. */
    arrived?: string | undefined
  }
}

/**
 * Calls `arrive` once per navigation with the comment or section in the address. The address keeps them for reloads and
 * copied links. The history entry is marked, because the router ignores a link to an identical entry: the same link
 * must lead there again after the user has scrolled on.
 */
export const useArrival = (arrive: (place: CanvasPlace) => void): void => {
  const { comment, section } = useSearch({ from: '/signed-in/canvas/$dealId/' })
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [gone] = useState(() => new Set<string>())
  const key = state.__TSR_key ?? ''
  // The address changes slightly before the page renders for it.
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
