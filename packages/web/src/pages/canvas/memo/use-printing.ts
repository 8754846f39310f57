import { useEffect } from 'react'
import { type Attention, useAttention } from '../attention.ts'

const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Calls back once no part of the memo is still loading; returns how to stop waiting. */
const whenLoaded = (done: () => void): (() => void) => {
  const observer = new MutationObserver(() => check())
  const check = (): void => {
    if (document.querySelector('[data-memo] [data-not-yet]') !== null) return
    observer.disconnect()
    done()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  // Sections begin to load their blocks when they are drawn again.
  requestAnimationFrame(check)
  return () => observer.disconnect()
}

/**
 * Tables and charts load when a reader comes near them, so the keys for printing first load all of them. Pressed again
 * meanwhile, they print what is there.
 */
export const usePrinting = (): void => {
  const { whole } = useAttention()
  useEffect(() => watchKeys(whole), [whole])
}

const watchKeys = (whole: Attention['whole']): (() => void) => {
  let stop: (() => void) | undefined
  const end = (): void => {
    stop?.()
    stop = undefined
  }
  const press = (event: KeyboardEvent): void => {
    if (!isPrintKey(event)) return
    if (stop !== undefined) {
      end()
      return
    }
    event.preventDefault()
    whole.set(true)
    stop = whenLoaded(() => {
      end()
      window.print()
    })
  }
  // The browser's own menu does not wait; at least what loads from then on is on the next print.
  const before = (): void => whole.set(true)
  document.addEventListener('keydown', press)
  window.addEventListener('beforeprint', before)
  return () => {
    end()
    document.removeEventListener('keydown', press)
    window.removeEventListener('beforeprint', before)
  }
}
