// Checks regular expressions with recheck in worker threads, and caches the verdicts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

const { version } = createRequire(import.meta.url)('recheck/package.json')

const keyOf = ({ source, flags }) => `${version} /${source}/${flags}`

const recall = (cache) => {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(cache, 'utf8'))))
  } catch {
    // No cache yet, or a truncated one: check everything again.
    return new Map()
  }
}

const remember = (cache, verdicts) => {
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify(Object.fromEntries(verdicts)))
}

const judgeInThread = (waiting, verdicts) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./judge-thread.mjs', import.meta.url))
    let current
    const next = () => {
      current = waiting.pop()
      if (current === undefined) worker.terminate().then(resolve, reject)
      else worker.postMessage(current)
    }
    worker.on('message', (verdict) => {
      verdicts.set(keyOf(current), verdict)
      next()
    })
    worker.on('error', reject)
    next()
  })

/** Returns a lookup: null for a regular expression that takes linear time, otherwise a description of the problem. */
export const judgeRegexes = async (regexes, cache) => {
  const known = recall(cache)
  const verdicts = new Map()
  const waiting = new Map()
  for (const regex of regexes) {
    const key = keyOf(regex)
    if (known.has(key)) verdicts.set(key, known.get(key))
    else waiting.set(key, regex)
  }
  const left = [...waiting.values()]
  const threads = Math.min(availableParallelism(), left.length)
  await Promise.all(Array.from({ length: threads }, () => judgeInThread(left, verdicts)))
  // Inconclusive verdicts are not cached, because a later run may succeed.
  remember(cache, new Map([...verdicts].filter(([, verdict]) => !verdict?.startsWith('cannot'))))
  return (regex) => verdicts.get(keyOf(regex))
}
