/**
 * What each formula of a workbook reads, as numbers: the formulas sorted by their places, and for each of them the
 * rectangles of cells that it names. Which formulas read a cell is found by going through all rectangles, which takes a
 * few milliseconds for a million of them.
 */
export interface LinkIndex {
  readonly sheets: Int32Array
  readonly rows: Int32Array
  readonly columns: Int32Array
  /** See `linkFlags`. */
  readonly flags: Int32Array
  /** The first area of each formula; one more than there are formulas, so that the next is always the end. */
  readonly firstAreas: Int32Array
  readonly areaSheets: Int32Array
  readonly tops: Int32Array
  readonly lefts: Int32Array
  readonly bottoms: Int32Array
  readonly rights: Int32Array
  /** False: the workbook has more than are stored. */
  readonly isComplete: boolean
}

export const linkFlags = { moving: 1, unknown: 2 }

const headLength = 3
const formulaLists = ['sheets', 'rows', 'columns', 'flags'] as const
const areaLists = ['areaSheets', 'tops', 'lefts', 'bottoms', 'rights'] as const

/** Writes the differences between neighbors, because those of copied formulas repeat and compress well. */
export const packLinks = (index: LinkIndex): Uint8Array => {
  const formulas = index.sheets.length
  const areas = index.areaSheets.length
  const packed = new Int32Array(headLength + formulaLists.length * formulas + formulas + 1 + areaLists.length * areas)
  packed.set([formulas, areas, index.isComplete ? 1 : 0])
  let at = headLength
  const write = (list: Int32Array) => {
    let before = 0
    for (const value of list) {
      packed[at++] = value - before
      before = value
    }
  }
  for (const name of formulaLists) write(index[name])
  write(index.firstAreas)
  for (const name of areaLists) write(index[name])
  return new Uint8Array(packed.buffer)
}

/** Numbers handled before other requests run. */
const atOnce = 200_000

const inSlices = async (length: number, work: (from: number, to: number) => void): Promise<void> => {
  for (let from = 0; from < length; from += atOnce) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    work(from, Math.min(length, from + atOnce))
  }
}

export const unpackLinks = async (bytes: Uint8Array): Promise<LinkIndex> => {
  // A copy of its own, because the numbers must be aligned.
  const packed = new Int32Array(bytes.slice().buffer)
  const [formulas = 0, areas = 0, isComplete = 0] = packed
  let at = headLength
  const read = async (length: number): Promise<Int32Array> => {
    const list = packed.subarray(at, at + length)
    at += length
    await inSlices(length, (from, to) => {
      for (let n = Math.max(1, from); n < to; n++) list[n] = (list[n] ?? 0) + (list[n - 1] ?? 0)
    })
    return list
  }
  return {
    sheets: await read(formulas),
    rows: await read(formulas),
    columns: await read(formulas),
    flags: await read(formulas),
    firstAreas: await read(formulas + 1),
    areaSheets: await read(areas),
    tops: await read(areas),
    lefts: await read(areas),
    bottoms: await read(areas),
    rights: await read(areas),
    isComplete: isComplete === 1,
  }
}

interface Place {
  sheet: number
  row: number
  column: number
}

/** The formula in a cell; -1 if it has none. */
export const formulaAt = ({ sheets, rows, columns }: LinkIndex, { sheet, row, column }: Place): number => {
  let [low, high] = [0, sheets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = (sheets[middle] ?? 0) - sheet || (rows[middle] ?? 0) - row || (columns[middle] ?? 0) - column
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}

/** The formula that an area belongs to: the last one that starts at or before it and is not empty. */
const formulaOfArea = ({ firstAreas }: LinkIndex, area: number): number => {
  let [low, high] = [0, firstAreas.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firstAreas[middle + 1] ?? 0) <= area) low = middle + 1
    else high = middle
  }
  return low
}

/** The formulas that read a cell, in the order of the workbook: how many, and the first of them. */
export const dependentsOf = async (
  index: LinkIndex,
  { sheet, row, column }: Place,
  max: number,
): Promise<{ total: number; formulas: number[] }> => {
  const { areaSheets, tops, lefts, bottoms, rights } = index
  const formulas: number[] = []
  let total = 0
  let last = -1
  const take = (formula: number) => {
    if (formula === last) return
    last = formula
    total++
    if (formulas.length < max) formulas.push(formula)
  }
  await inSlices(areaSheets.length, (from, to) => {
    for (let area = from; area < to; area++) {
      const isHit =
        areaSheets[area] === sheet &&
        (tops[area] ?? 0) <= row &&
        (bottoms[area] ?? 0) >= row &&
        (lefts[area] ?? 0) <= column &&
        (rights[area] ?? 0) >= column
      if (isHit) take(formulaOfArea(index, area))
    }
  })
  return { total, formulas }
}
