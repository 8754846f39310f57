import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

const compute = (ms: number): void => {
  const used = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(used)
    if ((user + system) / 1_000 >= ms) return
  }
}

describe('a deadline', () => {
  it('ends a task that has computed for as long as it may', async () => {
    let ended = 0
    startDeadline(50, () => void ended++)
    compute(60)
    await sleep(100)
    expect(ended).toBe(1)
  })

  it('ends a task that computes nothing only after four times as long', async () => {
    const startedAt = performance.now()
    const took = await new Promise<number>((resolve) => {
      startDeadline(200, () => resolve(performance.now() - startedAt))
    })
    expect(took).toBeGreaterThan(300)
  })

  it('ends nothing once it is cleared', async () => {
    let ended = 0
    startDeadline(10, () => void ended++).clear()
    compute(20)
    await sleep(60)
    expect(ended).toBe(0)
  })
})
