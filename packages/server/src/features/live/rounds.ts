const slotsPerRound = 48

export type Rounds = ReturnType<typeof createRounds>

/**
 * Calls every member once in each period, with one timer for all of them. Members take the slots of a period in turn: the
 * work of ten thousand channels is spread over it, and what is due in the same slot can be sent as one query.
 */
export const createRounds = ({ everyMs }: { everyMs: number }) => {
  const slots = Array.from({ length: slotsPerRound }, () => new Set<() => void>())
  let joined = 0
  let present = 0
  let at = 0
  let timer: NodeJS.Timeout | undefined

  const advance = (): void => {
    at = (at + 1) % slotsPerRound
    for (const call of [...(slots[at] ?? [])]) call()
  }

  return {
    /** The first call can come earlier than one period. Returns the function that ends the calls. */
    join: (call: () => void): (() => void) => {
      const slot = slots[joined++ % slotsPerRound]
      slot?.add(call)
      present += 1
      timer ??= setInterval(advance, everyMs / slotsPerRound).unref()
      return () => {
        if (!slot?.delete(call)) return
        present -= 1
        if (present > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
