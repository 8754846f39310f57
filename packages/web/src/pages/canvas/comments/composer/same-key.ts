import { useRef } from 'react'

/** The same words go under the same key however often they are sent, so that a retry cannot say them twice. */
export const useSameKey = (): ((body: unknown) => string) => {
  const last = useRef<{ said: string; key: string }>(undefined)
  return (body) => {
    const said = JSON.stringify(body)
    if (last.current?.said !== said) last.current = { said, key: crypto.randomUUID() }
    return last.current.key
  }
}
