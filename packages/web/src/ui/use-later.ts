import { useState } from 'react'

/**
 * Something that no page needs to be read, fetched when it is first wanted. Warming it is a guess that may fail
 * unnoticed; once it is wanted, a failure is the page's.
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
