import type { ClientFrame } from '@deal-canvas/contract'

/** A third of the lease: two renewals can be lost. */
const renewMs = 10_000

/** Temporary errors; after any other error, retrying is pointless. */
const passing = new Set(['lock_taken', 'store_unavailable', 'internal'])

/** The sections that this channel wants to lock, requested repeatedly until they are released. */
export const createWantedLocks = (say: (frame: ClientFrame) => void) => {
  /** `refused` once the rejection has been reported. */
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
      // Unlocking a section that another channel holds would make the service report it as free.
      if (wanted.get(sectionKey) === 'held') free(sectionKey)
      letGo(sectionKey)
    },
    has: (sectionKey: string): boolean => wanted.has(sectionKey),
    /** On a new connection: locks of the previous connection do not carry over. */
    again: (): void => {
      for (const sectionKey of wanted.keys()) wanted.set(sectionKey, 'asked')
      askAll()
    },
    /** Some channel holds the lock now, possibly this one. */
    heldBy: (sectionKey: string, holder: 'us' | 'other' | 'nobody'): void => {
      if (!wanted.has(sectionKey)) {
        // The lock was given up before the response came.
        if (holder === 'us') free(sectionKey)
        return
      }
      wanted.set(sectionKey, holder === 'us' ? 'held' : 'asked')
      if (holder === 'nobody') ask(sectionKey)
    },
    /** Returns whether to report this rejection: while another channel edits, every renewal is rejected. */
    refused: (sectionKey: string, code: string): boolean => {
      const before = wanted.get(sectionKey)
      if (!passing.has(code)) letGo(sectionKey)
      else if (before !== undefined) wanted.set(sectionKey, 'refused')
      return before !== undefined && before !== 'refused'
    },
    close: (): void => clearInterval(timer),
  }
}
