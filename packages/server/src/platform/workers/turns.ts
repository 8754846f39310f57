import { WorkerFailure } from './workers.ts'

/** At most `places` inside and `maxWaiting` before the door, admitted in the order they came. */
export const createTurns = ({ places, maxWaiting }: { places: number; maxWaiting: number }) => {
  let inside = 0
  const waiting = new Set<() => void>()

  return {
    enter: (signal: AbortSignal): Promise<void> =>
      new Promise((admit, refuse) => {
        if (signal.aborted) return refuse(signal.reason)
        if (inside < places) {
          inside++
          return admit()
        }
        if (waiting.size >= maxWaiting) return refuse(new WorkerFailure('busy', `${waiting.size} tasks already wait`))
        const turn = () => {
          waiting.delete(turn)
          signal.removeEventListener('abort', giveUp)
          admit()
        }
        const giveUp = () => {
          waiting.delete(turn)
          refuse(signal.reason)
        }
        waiting.add(turn)
        signal.addEventListener('abort', giveUp, { once: true })
      }),

    leave: () => {
      const [next] = waiting
      if (next) next()
      else inside--
    },
  }
}
