import { type RefObject, useEffect } from 'react'
import { useAttention } from '../attention.ts'
import { useLive } from '../live/deal-live.ts'
import { readingLine } from './go-to-section.ts'

/** Tracks the section at the reading line while the memo scrolls. */
export const useSectionInView = (scroller: RefObject<HTMLElement | null>, keys: string): void => {
  const { section } = useAttention()
  const live = useLive()
  useEffect(() => {
    const root = scroller.current
    if (root === null) return
    let observer: IntersectionObserver | undefined
    const observe = (height: number) => {
      observer?.disconnect()
      observer = new IntersectionObserver(
        (entries) => {
          const seen = entries.find(({ isIntersecting }) => isIntersecting)
          if (seen?.target instanceof HTMLElement) section.set(seen.target.dataset['section'])
        },
        { root, rootMargin: `${-readingLine}px 0px ${Math.min(0, readingLine + 1 - Math.round(height))}px 0px` },
      )
      // Looked up by key, so that an edit does not restart the observer.
      for (const key of keys.split(' ')) {
        const element = document.getElementById(`section-${key}`)
        if (element !== null) observer.observe(element)
      }
    }
    const resize = new ResizeObserver(([entry]) => observe(entry?.contentRect.height ?? root.clientHeight))
    resize.observe(root)
    return () => {
      resize.disconnect()
      observer?.disconnect()
    }
  }, [scroller, keys, section])
  useEffect(() => {
    const tell = () => live.look(section.get())
    tell()
    const stop = section.subscribe(tell)
    return () => {
      stop()
      live.look(undefined)
    }
  }, [live, section])
}
