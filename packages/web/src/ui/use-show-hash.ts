import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Shows the part of the page that the address names. The browser looks for it before its data is there. */
export const useShowHash = (isReady: boolean): void => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (!isReady || hash === '') return
    const target = document.getElementById(hash)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [isReady, hash])
}
