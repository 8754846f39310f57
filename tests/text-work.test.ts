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

/** Executed code blocks plus characters scanned by built-in functions, per character of a long text. */
const maxPerCharacter = 64
const patience = 900_000

describe('processing of untrusted text', () => {
  it('runs every text function in linear time and within budget on 250,000 characters of each hostile input', {
    timeout: patience,
  }, () => {
    const measured = measure('./text-functions.mjs')
    expect(measured.length).toBeGreaterThan(1_000)
    expect(measured.filter(({ isLinear, perCharacter = 0 }) => !isLinear || perCharacter > maxPerCharacter)).toEqual([])
  })

  it('detects planted nested loops and searches inside loops as not linear', { timeout: patience }, () => {
    const measured = measure('./planted-functions.mjs')
    const isLinear = (name: string) =>
      measured.filter((measurement) => measurement.name === name).every((measurement) => measurement.isLinear)
    expect(isLinear('linear')).toBe(true)
    expect(isLinear('loopInLoop')).toBe(false)
    expect(isLinear('searchInLoop')).toBe(false)
  })
})
