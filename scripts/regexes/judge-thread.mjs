import { parentPort } from 'node:worker_threads'

// The pure JavaScript backend gives the same verdict on every machine.
process.env.RECHECK_BACKEND = 'pure'
// Checks in this thread: the default synchronous worker sometimes responds before its result can be read.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const { checkSync } = await import('recheck')

// No time limits within the search, and a far one around it: a busy machine must not change the verdict.
const limits = { timeout: 900_000, attackTimeout: null, incubationTimeout: null }

const problemOf = ({ source, flags }) => {
  const { status, complexity, attack, error } = checkSync(source, flags, limits)
  if (status === 'safe') return null
  if (status === 'unknown') return `cannot be judged (${error.kind})`
  return `takes ${complexity.summary} time, for instance on ${attack.pattern}`
}

parentPort.on('message', (regex) => parentPort.postMessage(problemOf(regex)))
