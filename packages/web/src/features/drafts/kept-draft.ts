import { useState } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { stored } from '../../ui/stored.ts'

/** Keeps typed text across a reload, a lost connection and a closed window until it is sent or discarded. */
export const useKeptDraft = (name: string) => {
  const dealId = useDealId()
  const place = `draft.${dealId}.${name}`
  const [text, setText] = useState(() => stored.read(place) ?? '')
  const write = (next: string): void => {
    setText(next)
    stored.write(place, next === '' ? undefined : next)
  }
  return { text, write, clear: () => write('') }
}
