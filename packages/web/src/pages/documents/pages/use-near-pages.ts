import { type RefObject, useEffect, useState } from 'react'

export interface NearPages {
  /** The visible pages and their neighbors. */
  readonly near: ReadonlySet<number>
  /** The page that is read. */
  readonly current: number
}

const pageOf = (element: Element): number => Number((element as HTMLElement).dataset['page'])

/** The page in the middle of the container, where a mark is scrolled to. */
const currentPage = (container: HTMLElement): number | undefined => {
  const { top, height } = container.getBoundingClientRect()
  const line = top + height / 2
  const pages = [...container.querySelectorAll('[data-page]')]
  let [low, high] = [0, pages.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((pages[middle]?.getBoundingClientRect().bottom ?? 0) < line) low = middle + 1
    else high = middle
  }
  const found = pages[low]
  return found === undefined ? undefined : pageOf(found)
}

/** Which of the `count` pages in a scrolling container are visible, or soon will be. */
export const useNearPages = (container: RefObject<HTMLElement | null>, count: number): NearPages => {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const root = container.current
    if (root === null || count === 0) return
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before)
          for (const { target, isIntersecting } of entries)
            if (isIntersecting) after.add(pageOf(target))
            else after.delete(pageOf(target))
          return after
        }),
      { root, rootMargin: '100% 0px' },
    )
    for (const page of root.querySelectorAll('[data-page]')) observer.observe(page)
    let frame = 0
    const look = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent((before) => currentPage(root) ?? before))
    }
    root.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      root.removeEventListener('scroll', look)
    }
  }, [container, count])
  return { near, current }
}
