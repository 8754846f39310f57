import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'
import { outsideOfPlace, workInPlace } from './place.ts'

const party = { tenant: 'org', person: 'ann' }

const given = () => {
  const queue = createFairQueue({ places: 1, maxWaitingPerPerson: 10 })
  const running = () => queue.counts().running
  const work = async <Result>(task: () => Promise<Result>): Promise<Result> =>
    workInPlace(queue, { party, leave: await queue.enter(party) }, task)
  return { running, work }
}

const later = () => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describe('work in a queue place', () => {
  it('holds the place until the work ends, even by an error', async () => {
    const { running, work } = given()
    expect(await work(async () => running())).toBe(1)
    expect(running()).toBe(0)
    await expect(work(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(running()).toBe(0)
  })

  it('releases the place while the work only waits, and takes it again afterwards', async () => {
    const { running, work } = given()
    const delay = later()
    const first = work(async () => {
      await outsideOfPlace(() => delay.promise)
      return running()
    })
    expect(await work(async () => running())).toBe(1)
    delay.resolve()
    expect(await first).toBe(1)
    expect(running()).toBe(0)
  })

  it('resumes at once after a wait, even if others took the place, because it may hold a lock they need', async () => {
    const { running, work } = given()
    const delay = later()
    const connection = later()
    const first = work(async () => {
      await outsideOfPlace(() => delay.promise)
      connection.resolve()
      return running()
    })
    const second = work(() => connection.promise)
    delay.resolve()
    expect(await first).toBe(2)
    await second
    expect(running()).toBe(0)
  })

  it('releases the place once for several concurrent waits', async () => {
    const { running, work } = given()
    const delays = [later(), later()]
    const seen: number[] = []
    const whole = work(async () => {
      const waits = delays.map(({ promise }) => outsideOfPlace(() => promise).then(() => seen.push(running())))
      await Promise.all(waits)
      seen.push(running())
    })
    for (const { resolve } of delays) {
      resolve()
      await new Promise(setImmediate)
    }
    await whole
    expect(seen).toEqual([0, 1, 1])
    expect(running()).toBe(0)
  })

  it('takes no place for a wait that outlives the work', async () => {
    const { running, work } = given()
    const delay = later()
    let background: Promise<void> | undefined
    await work(async () => {
      background = outsideOfPlace(() => delay.promise)
    })
    delay.resolve()
    await background
    expect(running()).toBe(0)
  })

  it('simply waits when the work holds no place', async () => {
    expect(await outsideOfPlace(async () => 7)).toBe(7)
  })
})
