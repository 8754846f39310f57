import { describe, expect, it } from 'vitest'
import { createKeptBooks } from './kept-books.ts'
import type { Book } from './reading/book.ts'

const bookOf = (cells: number): Book => ({
  title: null,
  sheets: [
    { name: 'Sheet', hidden: false, cells: Array.from({ length: cells }, (_, row) => ({ row, column: 0, value: 1 })) },
  ],
})

const setUp = () => {
  const read: string[] = []
  const kept = createKeptBooks({ mostBooks: 2, mostCells: 10 })
  const ask = (key: string, cells = 1): Book =>
    kept(key, () => {
      read.push(key)
      return bookOf(cells)
    })
  return { read, ask }
}

describe('books that are looked at', () => {
  it('are read once', () => {
    const { read, ask } = setUp()
    const first = ask('a')
    expect(ask('a') === first).toBe(true)
    expect(read).toEqual(['a'])
  })

  it('are let go when they were not looked at for longest', () => {
    const { read, ask } = setUp()
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key)
    expect(read).toEqual(['a', 'b', 'c', 'b'])
  })

  it('are not kept where they have more cells than there is room for', () => {
    const { read, ask } = setUp()
    ask('small', 5)
    expect(ask('large', 11).sheets[0]?.cells).toHaveLength(11)
    ask('large', 11)
    expect(read).toEqual(['small', 'large', 'large'])
  })
})
