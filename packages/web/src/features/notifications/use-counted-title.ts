import { useEffect } from 'react'
import { countedTitle } from './counted-title.ts'

/** Each page sets its own title; the count is put in front of it. */
export const useCountedTitle = (unread: number): void =>
  useEffect(() => {
    const count = (): void => {
      const counted = countedTitle(document.title, unread)
      if (document.title !== counted) document.title = counted
    }
    count()
    const watch = new MutationObserver(count)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      watch.disconnect()
      document.title = countedTitle(document.title, 0)
    }
  }, [unread])
