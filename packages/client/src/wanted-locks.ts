import type { ClientFrame } from '@deal-canvas/contract'

/** A third of the lease: two renewals may be lost. */
const renewMs = 10_000

/** Refusals that may pass; after any other, asking again is of no use. */
const passing = new Set(['lock_taken', 'store_unavailable', 'internal'])

/** The sections that one wants to write, asked for again and again until they are let go. */
export const createWantedLocks = (say: (frame: ClientFrame) => void) => {
  /** `refused` where that was told already. */
  const wanted = new Map<string, 'asked' | 'held' | 'refused'>()
  let timer: ReturnType<typeof setInterval> | undefined

  const ask = (sectionKey: string): void => say({ type: 'lock', section_key: sectionKey })
  const free = (sectionKey: string): void => say({ type: 'unlock', section_key: sectionKey })
  const askAll = (): void => {
    for (const sectionKey of wanted.keys()) ask(sectionKey)
  }
  const letGo = (sectionKey: string): void => {
    wanted.delete(sectionKey)
    if (wanted.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    want: (sectionKey: string): void => {
      if (wanted.has(sectionKey)) return
      wanted.set(sectionKey, 'asked')
      timer ??= setInterval(askAll, renewMs)
      ask(sectionKey)
    },
    unwant: (sectionKey: string): void => {
      // Who frees what another one holds is told that it is free.
      if (wanted.get(sectionKey) === 'held') free(sectionKey)
      letGo(sectionKey)
    },
    has: (sectionKey: string): boolean => wanted.has(sectionKey),
    /** Another connection: what the last one held is not held by this one. */
    again: (): void => {
      for (const sectionKey of wanted.keys()) wanted.set(sectionKey, 'asked')
      askAll()
    },
    /** Somebody has it now, perhaps we. */
    heldBy: (sectionKey: string, holder: 'us' | 'other' | 'nobody'): void => {
      if (!wanted.has(sectionKey)) {
        // It was let go before the answer came.
        if (holder === 'us') free(sectionKey)
        return
      }
      wanted.set(sectionKey, holder === 'us' ? 'held' : 'asked')
      if (holder === 'nobody') ask(sectionKey)
    },
    /** Whether this refusal is news: while another one writes, each renewal is refused anew. */
    refused: (sectionKey: string, code: string): boolean => {
      const before = wanted.get(sectionKey)
      if (!passing.has(code)) letGo(sectionKey)
      else if (before !== undefined) wanted.set(sectionKey, 'refused')
      return before !== undefined && before !== 'refused'
    },
    close: (): void => clearInterval(timer),
  }
}
