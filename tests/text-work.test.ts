import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

interface Measured {
  name: string
  input: string
  isLinear: boolean
  perCharacter?: number
}

const measure = (functions: string): Measured[] => {
  const script = fileURLToPath(new URL('./support/text-work/measure.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, functions], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured)
}

/** Steps of our own code and characters that built-in functions go over, for each character of a long text. */
const maxPerCharacter = 64
const patience = 900_000

describe('the work on text that somebody else wrote', () => {
  it('is linear and within its budget for every text function, on 250,000 characters of each hostile text', {
    timeout: patience,
  }, () => {
    const measured = measure('./text-functions.mjs')
    expect(measured.length).toBeGreaterThan(1_000)
    expect(measured.filter(({ isLinear, perCharacter = 0 }) => !isLinear || perCharacter > maxPerCharacter)).toEqual([])
  })

  it('is measured: planted loops inside loops, and searches inside loops, are found', { timeout: patience }, () => {
    const measured = measure('./planted-functions.mjs')
    const isLinear = (name: string) => measured.filter((one) => one.name === name).every((one) => one.isLinear)
    expect(isLinear('linear')).toBe(true)
    expect(isLinear('loopInLoop')).toBe(false)
    expect(isLinear('searchInLoop')).toBe(false)
  })
})
