import type { PrintableMemo, PrintedSource } from '../printable-memo.ts'

export interface SourceNumbers {
  /** The number of a source; undefined if the memo does not list it. */
  cite(id: string): number | undefined
  /** All sources by number, those that the text does not cite last. */
  numbered(): { number: number; source: PrintedSource }[]
}

/** Numbers sources in the order of their first citation, as Word numbers its footnotes. */
export const createSourceNumbers = ({ sources }: PrintableMemo): SourceNumbers => {
  const known = new Map(sources.map((source) => [source.id, source]))
  const cited = new Map<string, number>()
  return {
    cite: (id) => {
      if (!known.has(id)) return undefined
      const number = cited.get(id) ?? cited.size + 1
      cited.set(id, number)
      return number
    },
    numbered: () => {
      for (const id of known.keys()) if (!cited.has(id)) cited.set(id, cited.size + 1)
      return [...cited].flatMap(([id, number]) => {
        const source = known.get(id)
        return source === undefined ? [] : [{ number, source }]
      })
    },
  }
}
