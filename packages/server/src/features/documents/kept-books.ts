import type { Book } from './reading/book.ts'

interface Limits {
  mostBooks: number
  /** Of all together; a larger one is not kept. */
  mostCells: number
}

const cellsOf = ({ sheets }: Book): number => sheets.reduce((sum, { cells }) => sum + cells.length, 0)

/** Books that were read last: who looks at one cell of a workbook looks at the next, and reading it takes the time. */
export const createKeptBooks = ({ mostBooks, mostCells }: Limits) => {
  const books = new Map<string, Book>()
  const cells = () => [...books.values()].reduce((sum, book) => sum + cellsOf(book), 0)

  return (key: string, read: () => Book): Book => {
    const book = books.get(key) ?? read()
    books.delete(key)
    books.set(key, book)
    for (const oldest of books.keys()) {
      if (books.size <= mostBooks && cells() <= mostCells) break
      books.delete(oldest)
    }
    return book
  }
}
