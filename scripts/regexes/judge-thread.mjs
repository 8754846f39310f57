import { parentPort } from 'node:worker_threads'

// Nothing but JavaScript: the same verdict on every machine.
process.env.RECHECK_BACKEND = 'pure'
// In this thread itself: the thread that is usually asked for it now and then answers before its answer can be read.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const { checkSync } = await import('recheck')

// No time limits inside the search: where a slow machine cuts it short, its verdict is another one.
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null }

const problemOf = ({ source, flags }) => {
  const { status, complexity, attack, error } = checkSync(source, flags, limits)
  if (status === 'safe') return null
  if (status === 'unknown') return `cannot be judged (${error.kind})`
  return `takes ${complexity.summary} time, for instance on ${attack.pattern}`
}

parentPort.on('message', (regex) => parentPort.postMessage(problemOf(regex)))
