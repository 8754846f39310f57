import { useState } from 'react'

/**
 * Loads code on first use that is not needed to read a page. Preloading with `warm` can fail silently; after `want`,
 * the page throws the error.
 */
export const useLater = <Thing extends object>(load: () => Promise<Thing>) => {
  const [thing, setThing] = useState<Thing>()
  const [fault, setFault] = useState<unknown>()
  if (fault !== undefined) throw fault
  return {
    thing,
    warm: (): void => void load().catch(() => undefined),
    want: (): void => void load().then(setThing, setFault),
  }
}
