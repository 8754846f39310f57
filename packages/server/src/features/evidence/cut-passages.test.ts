import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages } from './cut-passages.ts'

const text = (...pages: string[]) => ({
  kind: 'text' as const,
  title: null,
  pages: pages.map((said, place) => ({ page: place + 1, text: said })),
})

describe('passages of a document', () => {
  it('joins short paragraphs into passages that never cross a page', () => {
    expect(cutPassages(text('One.\n\nTwo.', 'Three.'))).toEqual([
      { page: 1, sheet: null, cell: null, content: 'One.\n\nTwo.' },
      { page: 2, sheet: null, cell: null, content: 'Three.' },
    ])
  })

  it('cuts a workbook into passages that start at a cell and never cross a sheet', () => {
    const lines = [
      { sheet: 'A', cell: 'A1', text: 'One | 1' },
      { sheet: 'A', cell: 'A2', text: 'Two | 2' },
      { sheet: 'B', cell: 'A1', text: 'Three | 3' },
    ]
    expect(cutPassages({ kind: 'workbook', title: null, sheets: [], lines })).toEqual([
      { page: null, sheet: 'A', cell: 'A1', content: 'One | 1\nTwo | 2' },
      { page: null, sheet: 'B', cell: 'A1', content: 'Three | 3' },
    ])
  })

  it('keeps every word in order in passages of at most 900 characters', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}[.!?]?$/), { maxLength: 400 })
    fc.assert(
      fc.property(
        words,
        fc.array(fc.constantFrom(' ', '\n', '\n\n', ' '), { minLength: 1, maxLength: 7 }),
        (all, gaps) => {
          const said = all.map((word, place) => word + (gaps[place % gaps.length] ?? ' ')).join('')
          const passages = cutPassages(text(said))
          const kept = passages.flatMap(({ content }) => content.split(/\s+/)).filter((word) => word !== '')
          return passages.every(({ content }) => content.length <= 900) && kept.join(' ') === all.join(' ')
        },
      ),
      { numRuns: 200 },
    )
  })
})
