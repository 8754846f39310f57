// Judges regular expressions by recheck, in threads, remembering what was judged before.
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
    // Nothing was judged yet, or what is remembered was cut off: everything is judged again.
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

/** Null where a regular expression takes linear time, else what is wrong with it. */
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
  // What could not be judged may be judged another time.
  remember(cache, new Map([...verdicts].filter(([, verdict]) => !verdict?.startsWith('cannot'))))
  return (regex) => verdicts.get(keyOf(regex))
}
