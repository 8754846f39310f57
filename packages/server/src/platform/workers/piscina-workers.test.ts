import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createWorkers } from './piscina-workers.ts'
import { workersContract } from './workers.contract.ts'

const file = new URL('./fixtures/tasks.mjs', import.meta.url)

workersContract('Workers on piscina', (limits) => createWorkers({ file, ...limits }))

test('reports a thread that dies while idle, and keeps serving tasks', async () => {
  const threads: Worker[] = []
  const noteThread = (thread: Worker) => threads.push(thread)
  const stray: unknown[] = []
  process.on('worker', noteThread)
  const workers = createWorkers({ file, maxThreads: 1, memoryMb: 64, onStrayError: (error) => stray.push(error) })
  try {
    await workers.run('echo', 1, { deadlineMs: 15_000 })
    const death = new Error('died idle')
    threads[0]?.emit('error', death)
    expect(stray).toEqual([death])
    expect(await workers.run('echo', 2, { deadlineMs: 15_000 })).toBe(2)
    expect(threads.length).toBe(2)
  } finally {
    process.off('worker', noteThread)
    await workers.close()
  }
})

test('never loads the task file with require, because ending a thread meanwhile would end the process', async () => {
  const workers = createWorkers({ file, maxThreads: 1, memoryMb: 64 })
  try {
    expect(await workers.run('canRequireModules', null, { deadlineMs: 15_000 })).toBe(false)
  } finally {
    await workers.close()
  }
})

test('transfers buffers that a task hands over to the caller instead of copying them', async () => {
  const workers = createWorkers({ file, maxThreads: 1, memoryMb: 64 })
  const patient = { deadlineMs: 15_000 }
  try {
    expect(await workers.run('handOver', 3, patient)).toEqual({ name: 'pages', bytes: new Uint8Array([7, 7, 7]) })
    expect(await workers.run('leftBehind', null, patient)).toBe(0)
  } finally {
    await workers.close()
  }
})
