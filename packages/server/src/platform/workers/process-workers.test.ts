import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProcessWorkers } from './process-workers.ts'
import { WorkerFailure, type Workers } from './workers.ts'

const file = new URL('./fixtures/tasks.mjs', import.meta.url)
const patient = { deadlineMs: 20_000 }

let workers: Workers
beforeEach(() => {
  workers = createProcessWorkers({ file, maxProcesses: 1, memoryMb: 64, maxWaiting: 2 })
})
afterEach(() => workers.close())

const failureOf = async (running: Promise<unknown>): Promise<string> => {
  const error = await running.then(
    (answer) => expect.unreachable(`answered ${answer}`),
    (failure: unknown) => failure,
  )
  if (!(error instanceof WorkerFailure)) throw error
  return `${error.reason}: ${error.message}`
}
const stillWorks = async () => expect(await workers.run('echo', 'next', patient)).toBe('next')

test('returns the result of a task that runs in another process', async () => {
  const input = { text: 'Déjà vu', rows: [1, null, { deep: true }], bytes: new Uint8Array([1, 2]) }
  expect(await workers.run('echo', input, patient)).toEqual(input)
})

test('gives a process none of the variables of the service, because they have secrets', async () => {
  expect(await workers.run('environment', null, patient)).toEqual([])
})

test('keeps the message of an error thrown by a task, and runs the next task', async () => {
  expect(await failureOf(workers.run('fail', 'the sheet is empty', patient))).toBe('task: the sheet is empty')
  expect(await failureOf(workers.run('unknown', null, patient))).toMatch(/^task: /)
  await stillWorks()
})

test.each([
  ['crashes in native code', 'crash', /^crashed: .*SIGSEGV/],
  ['ends its process', 'exit', /^crashed: .*code 3/],
  ['throws outside its own call', 'throwLater', /^crashed: /],
  ['exhausts its memory', 'exhaust', /^memory: /],
])('survives a task that %s, and runs the next task', async (_, task, failure) => {
  expect(await failureOf(workers.run(task, null, patient))).toMatch(failure)
  await stillWorks()
})

test('ends a spinning process at its deadline, and a cancelled one at once', async () => {
  expect(await failureOf(workers.run('spin', null, { deadlineMs: 1_000 }))).toMatch(/^deadline: /)
  const cancel = new AbortController()
  const spinning = failureOf(workers.run('spin', null, { ...patient, signal: cancel.signal }))
  cancel.abort()
  expect(await spinning).toMatch(/^cancelled: /)
  await stillWorks()
})

test('cancels what runs and waits on close, and runs nothing afterwards', async () => {
  const failures = [workers.run('spin', null, patient), workers.run('echo', 1, patient)].map(failureOf)
  await workers.close()
  failures.push(failureOf(workers.run('echo', 2, patient)))
  for (const failure of await Promise.all(failures)) expect(failure).toMatch(/^cancelled: /)
})

test('rejects a task beyond the queue limit as busy', async () => {
  const accepted = [1, 2, 3].map((n) => workers.run('echo', n, patient))
  expect(await failureOf(workers.run('echo', 4, patient))).toMatch(/^busy: /)
  expect(await Promise.all(accepted)).toEqual([1, 2, 3])
})
