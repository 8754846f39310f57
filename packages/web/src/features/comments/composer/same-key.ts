import { useRef } from 'react'

/** Sending the same text again reuses the idempotency key, so that a retry cannot post it twice. */
export const useSameKey = (): ((body: unknown) => string) => {
  const last = useRef<{ said: string; key: string }>(undefined)
  return (body) => {
    const said = JSON.stringify(body)
    if (last.current?.said !== said) last.current = { said, key: crypto.randomUUID() }
    return last.current.key
  }
}
