import { describe, expect, it } from 'vitest'
import { stepFrom } from './step-from.ts'

const extent = { rows: 300, columns: 12, lastRow: 320, lastColumn: 17, pageRows: 25 }
const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) =>
  stepFrom({ row: 5, column: 3 }, { key, ctrlKey: false, metaKey: false, altKey: false, ...held }, extent)

describe('keys in a sheet', () => {
  it.each([
    ['ArrowDown', {}, { row: 6, column: 3 }],
    ['ArrowLeft', {}, { row: 5, column: 2 }],
    ['PageDown', {}, { row: 30, column: 3 }],
    ['PageUp', {}, { row: 1, column: 3 }],
    ['Home', {}, { row: 5, column: 1 }],
    ['End', {}, { row: 5, column: 12 }],
    ['Home', { ctrlKey: true }, { row: 1, column: 1 }],
    ['End', { ctrlKey: true }, { row: 300, column: 12 }],
    ['ArrowDown', { ctrlKey: true }, { row: 300, column: 3 }],
  ])('%s %o leads to %o', (key, held, expected) => expect(press(key, held)).toEqual(expected))

  it('leave other keys to the browser', () => {
    expect(press('a')).toBeUndefined()
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
  })

  it('never lead beyond the sheet', () => {
    const end = { row: 320, column: 17 }
    const held = { ctrlKey: false, metaKey: false, altKey: false }
    expect(stepFrom(end, { key: 'PageDown', ...held }, extent)).toEqual(end)
    expect(stepFrom(end, { key: 'ArrowRight', ...held }, extent)).toEqual(end)
  })
})
