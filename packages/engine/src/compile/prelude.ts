import { laneCount } from '../numeric/lane-count.ts'
import type { Dialect } from './code-writer.ts'

/** Limit per template, so that a sheet full of powers does not exhaust the memory. */
const maxRemembered = 4_096

/** Visits the cells of a rectangle. Most are a row or a column, for which one loop is several times faster than two. */
const overCells = (body: string): string => {
  const visit = `{ const t = T[id]; if (t === 1) { ${body} } else if (t === 4) ok = 0 }`
  return `const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]
    if (columns === 1) for (let id = R[s], last = id + rows * step; id < last; id = (id + step) | 0) ${visit}
    else for (let r = 0, first = R[s]; r < rows; r++, first += step)
      for (let id = first, last = first + columns; id < last; id++) ${visit}`
}

/** How a helper reads the number of a cell, and the extra parameters it needs for that. */
interface Reading {
  readonly number: string
  readonly q: string
}

/**
 * The helpers that compiled formulas call, as source text: each compiled template gets its own copies, so that the
 * JavaScript engine inlines them. `ok` is set to 0 if a cell holds something that only the interpreter can handle.
 */
const preludeIn = ({ number, q }: Reading): Readonly<Record<string, string>> => ({
  // A cell in a comparison: excludes TRUE and FALSE, which are greater than every number. Text shows as NaN.
  plain: `const plain = (id${q}) => { if (T[id] === 2) ok = 0; return ${number} }`,
  // A cell among the arguments of SUM: only numbers and errors count.
  counted: `const counted = (id${q}) => { const t = T[id]; if (t === 1) return ${number}; if (t === 4) ok = 0; return 0 }`,
  // A cell for a function of numbers: empty is 0, TRUE and FALSE are left to the interpreter.
  numberAt: `const numberAt = (id${q}) => { if (T[id] > 1) ok = 0; return ${number} }`,
  // A cell among the arguments of AND: text and empty cells would have to be skipped.
  truth: `const truth = (id${q}) => { const t = T[id]; if (t !== 1 && t !== 2) ok = 0; return ${number} !== 0 }`,
  holds: `const holds = (x) => { if (x - x !== 0) ok = 0; return x !== 0 }`,
  // A division by zero must not become a number again: 1/(1/0) is not 0.
  fin: `const fin = (x) => { if (x - x !== 0) ok = 0; return x }`,
  bail: `const bail = () => { ok = 0; return 0 }`,
  // Equal in 15 digits; numbers this close are rare and left to the interpreter.
  less: `const less = (x, y) => { judge(x, y); return x < y }`,
  more: `const more = (x, y) => { judge(x, y); return x > y }`,
  lessOrEqual: `const lessOrEqual = (x, y) => { judge(x, y); return x <= y }`,
  moreOrEqual: `const moreOrEqual = (x, y) => { judge(x, y); return x >= y }`,
  equal: `const equal = (x, y) => { judge(x, y); return x === y }`,
  unequal: `const unequal = (x, y) => { judge(x, y); return x !== y }`,
  judge: `const judge = (x, y) => { if (x !== y) { const d = x - y; if (!((d < 0 ? -d : d) > 1e-13 * (x < 0 ? -x : x))) ok = 0 } }`,
  isText: `const isText = (id, text) => { const t = T[id]; if (t === 4) ok = 0; return t === 3 ? sameText(C(id), text) : t === 0 && text === '' }`,
  sumOf: `const sumOf = (s, sum${q}) => { ${overCells(`sum += ${number}`)}; return sum }`,
  countOf: `const countOf = (s, count) => { ${overCells(`count++`)}; return count }`,
  productOf: `const productOf = (s, product${q}) => { ${overCells(`product *= ${number}`)}; return product }`,
  maxOf: `const maxOf = (s, best${q}) => { ${overCells(`if (${number} > best) best = ${number}`)}; return best }`,
  minOf: `const minOf = (s, best${q}) => { ${overCells(`if (${number} < best) best = ${number}`)}; return best }`,
  maxAt: `const maxAt = (id, best${q}) => { const t = T[id]; if (t === 4) ok = 0; return t === 1 && ${number} > best ? ${number} : best }`,
  minAt: `const minAt = (id, best${q}) => { const t = T[id]; if (t === 4) ok = 0; return t === 1 && ${number} < best ? ${number} : best }`,
  isCounted: `const isCounted = (id) => { const t = T[id]; if (t === 4) ok = 0; return t === 1 ? 1 : 0 }`,
  numbersIn: `const numbersIn = (s, count) => { const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]
    for (let r = 0, first = R[s]; r < rows; r++, first += step) for (let id = first, last = first + columns; id < last; id++) if (T[id] === 1) count++
    return count
  }`,
  filledIn: `const filledIn = (s, count) => { const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]
    for (let r = 0, first = R[s]; r < rows; r++, first += step) for (let id = first, last = first + columns; id < last; id++) if (T[id] !== 0) count++
    return count
  }`,
  // The cell of INDEX. Whole rows and columns, and positions out of bounds, are left to the interpreter.
  at: `const at = (s, row, column) => {
    const rows = R[s + 4], columns = R[s + 5]; let r = Math.trunc(row), c = Math.trunc(column)
    if (r === 0 && rows === 1) r = 1
    if (c === 0 && columns === 1) c = 1
    if (!(r >= 1 && c >= 1 && r <= rows && c <= columns)) { ok = 0; return 0 }
    return r > R[s + 1] || c > R[s + 2] ? 0 : R[s] + (r - 1) * R[s + 3] + c - 1
  }`,
  along: `const along = (s, place) => R[s + 4] === 1 && R[s + 5] > 1 ? at(s, 0, place) : at(s, place, 0)`,
  // The result cell at a found index, in a line of the same length.
  beside: `const beside = (s, from, place) => {
    const rows = R[s + 4], columns = R[s + 5]
    if (rows !== R[from + 4] || columns !== R[from + 5] || (rows === 1 && columns === 1)) { ok = 0; return 0 }
    return columns === 1 ? at(s, place + 1, 1) : at(s, 1, place + 1)
  }`,
  // Rare, and left to the interpreter.
  snap: `const snap = (sum, x, y) => { const a = Math.abs(sum); return (a <= Math.abs(x) * 3.552713678800501e-15 || a <= Math.abs(y) * 3.552713678800501e-15) && a !== 0 ? snapped(sum, x, y) : sum }`,
  isInfinite: `const isInfinite = (x) => { if (x !== x) ok = 0; return x === Infinity || x === -Infinity }`,
  square: `const square = (x) => x * x`,
  // Close to the next whole number, 15 digits decide.
  whole: `const whole = (x) => { const w = Math.floor(x); if (!(x - w < 0.999 && x < 1e11 && x > -1e11)) ok = 0; return w }`,
  mod: `const mod = (x, y) => x - y * whole(x / y)`,
  // Halves are rounded in decimal, which only the interpreter does.
  round: `const round = (x, d) => {
    if (!(d >= 0 && d <= 12) || d !== Math.floor(d)) { ok = 0; return 0 }
    const scale = 10 ** d, y = (x < 0 ? -x : x) * scale, w = Math.floor(y), rest = y - w
    if (!(y < 1e12) || (rest > 0.499 && rest < 0.501)) ok = 0
    const up = rest > 0.5 ? w + 1 : w
    return (x < 0 ? -up : up) / scale
  }`,
})

/**
 * The same sum as `sumOf`, in all lanes at once: each addition waits for the previous one of its lane, but not for
 * other lanes.
 */
const sumsOf = (): string => {
  const lanes = Array.from({ length: laneCount }, (_, n) => n)
  const add = lanes.map((n) => `a${n} += N[id + Q${n}]`).join('; ')
  return `const sumsOf = (s, into) => { let ${lanes.map((n) => `a${n} = 0`).join(', ')}
    ${overCells(add)}
    ${lanes.map((n) => `into[${n}] = a${n}`).join('; ')}
  }`
}

const preludes: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  one: preludeIn({ number: 'N[id]', q: '' }),
  lanes: { ...preludeIn({ number: 'N[id + q]', q: ', q' }), sumsOf: sumsOf() },
}

/** The source of the helpers that a piece of code calls, directly or indirectly. */
export const helpersFor = (code: string, dialect: Dialect): string => {
  const prelude = preludes[dialect]
  const found = new Set<string>()
  const add = (text: string): void => {
    for (const name of Object.keys(prelude)) {
      if (found.has(name) || !new RegExp(`\\b${name}\\(`).test(text)) continue
      found.add(name)
      add(prelude[name] ?? '')
    }
  }
  add(code)
  return [...found].map((name) => prelude[name]).join('\n')
}

/** The source of a power function that remembers the last result of each lane and, up to a limit, of each cell. */
export const powerHelper = (n: number, cells: number, dialect: Dialect): string => {
  const lanes = dialect === 'lanes' ? laneCount : 1
  const [lane, last, own] = dialect === 'lanes' ? [', lane', 'lane * 3', `k * ${lanes} + lane`] : ['', '0', 'k']
  return `const M${n} = new Float64Array(${3 * lanes * (Math.min(cells, maxRemembered) + 1)}).fill(1)
const power${n} = (x, y, k${lane}) => {
  const last = ${last}
  if (x === M${n}[last] && y === M${n}[last + 1]) return M${n}[last + 2]
  if ((x === 0 && y <= 0) || x - x !== 0 || y - y !== 0) { ok = 0; return x ** y }
  const m = (${own} + ${lanes}) * 3
  const z = x === M${n}[m] && y === M${n}[m + 1] ? M${n}[m + 2] : x ** y
  if (m < M${n}.length) { M${n}[m] = x; M${n}[m + 1] = y; M${n}[m + 2] = z }
  M${n}[last] = x; M${n}[last + 1] = y; M${n}[last + 2] = z
  return z
}`
}
