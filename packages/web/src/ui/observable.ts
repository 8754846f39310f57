import { useSyncExternalStore } from 'react'

/** A value outside the component tree that notifies components when it changes. */
export interface Observable<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export const createObservable = <Value>(initial: Value): Observable<Value> => {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useObservable = <Value>({ subscribe, get }: Pick<Observable<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get)

/**
 * A part of the value; the component re-renders only when that part changes. The selector must return the same object
 * until then.
 */
export const useSelected = <Value, Part>(
  { subscribe, get }: Pick<Observable<Value>, 'subscribe' | 'get'>,
  select: (value: Value) => Part,
): Part => useSyncExternalStore(subscribe, () => select(get()))
