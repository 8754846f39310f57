import { randomBytes } from 'node:crypto'

/** Hands texts over as data: none of them can know the mark that ends them. */
export const handOver = (
  head: string,
  sources: readonly object[],
  then: string,
  mark = randomBytes(12).toString('hex'),
): string => [head, `<<<sources ${mark}`, JSON.stringify(sources), `sources ${mark}>>>`, then].join('\n')
