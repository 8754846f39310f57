import { type RefObject, useEffect } from 'react'
import { useAttention } from '../attention.ts'
import { useLive } from '../live/deal-live.ts'

/** A thin band a little below the top: the section that lies in it is the one being read. */
const band = '-18% 0px -80% 0px'

export const useSectionInView = (scroller: RefObject<HTMLElement | null>, keys: string): void => {
  const { section } = useAttention()
  const live = useLive()
  useEffect(() => {
    const root = scroller.current
    if (root === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen?.target instanceof HTMLElement) section.set(seen.target.dataset['section'])
      },
      { root, rootMargin: band },
    )
    // Told by their keys, so that an edit does not begin the watch anew.
    for (const key of keys.split(' ')) {
      const element = document.getElementById(`section-${key}`)
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
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
