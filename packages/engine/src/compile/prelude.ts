/**
 * The helpers that compiled formulas call, as text: each compiled template gets its own copies, so that the engine
 * inlines them where they are used. `ok` is set to 0 where a cell holds what only the full computation can judge.
 */
export const prelude: Readonly<Record<string, string>> = {
  // A cell in a comparison: neither TRUE nor FALSE, which are more than every number. Text shows as NaN.
  plain: `const plain = (id) => { if (T[id] === 2) ok = 0; return N[id] }`,
  // A cell among the arguments of SUM: what is no number does not count, an error does.
  counted: `const counted = (id) => { const t = T[id]; if (t === 1) return N[id]; if (t === 4) ok = 0; return 0 }`,
  // A cell among the arguments of MAX: what is no number would have to be left out.
  plainNumber: `const plainNumber = (id) => { if (T[id] !== 1) ok = 0; return N[id] }`,
  // A cell among the arguments of AND: text and empty cells would have to be left out.
  truth: `const truth = (id) => { const t = T[id]; if (t !== 1 && t !== 2) ok = 0; return N[id] !== 0 }`,
  holds: `const holds = (x) => { if (x - x !== 0) ok = 0; return x !== 0 }`,
  // Equal in 15 digits; numbers that are so close are rare and judged in full.
  less: `const less = (x, y) => { judge(x, y); return x < y }`,
  more: `const more = (x, y) => { judge(x, y); return x > y }`,
  lessOrEqual: `const lessOrEqual = (x, y) => { judge(x, y); return x <= y }`,
  moreOrEqual: `const moreOrEqual = (x, y) => { judge(x, y); return x >= y }`,
  equal: `const equal = (x, y) => { judge(x, y); return x === y }`,
  unequal: `const unequal = (x, y) => { judge(x, y); return x !== y }`,
  judge: `const judge = (x, y) => { if (x !== y) { const d = x - y; if (!((d < 0 ? -d : d) > 1e-13 * (x < 0 ? -x : x))) ok = 0 } }`,
  sumOf: `const sumOf = (s) => {
    const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]; let sum = 0
    for (let r = 0, first = R[s]; r < rows; r++, first += step)
      for (let id = first, last = first + columns; id < last; id++) { const t = T[id]; if (t === 1) sum += N[id]; else if (t === 4) ok = 0 }
    return sum
  }`,
  averageOf: `const averageOf = (s) => {
    const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]; let sum = 0, count = 0
    for (let r = 0, first = R[s]; r < rows; r++, first += step)
      for (let id = first, last = first + columns; id < last; id++) { const t = T[id]; if (t === 1) { sum += N[id]; count++ } else if (t === 4) ok = 0 }
    return sum / count
  }`,
  maxOf: `const maxOf = (s) => {
    const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]; let best = -Infinity
    for (let r = 0, first = R[s]; r < rows; r++, first += step)
      for (let id = first, last = first + columns; id < last; id++) { const t = T[id]; if (t === 1) { if (N[id] > best) best = N[id] } else if (t === 4) ok = 0 }
    return best === -Infinity ? 0 : best
  }`,
  minOf: `const minOf = (s) => {
    const rows = R[s + 1], columns = R[s + 2], step = R[s + 3]; let best = Infinity
    for (let r = 0, first = R[s]; r < rows; r++, first += step)
      for (let id = first, last = first + columns; id < last; id++) { const t = T[id]; if (t === 1) { if (N[id] < best) best = N[id] } else if (t === 4) ok = 0 }
    return best === Infinity ? 0 : best
  }`,
  // Rare enough to be left to the full computation.
  snap: `const snap = (sum, x, y) => { const a = sum < 0 ? -sum : sum, b = x < 0 ? -x : x, c = y < 0 ? -y : y; if (a <= (b > c ? b : c) * 3.552713678800501e-15 && a !== 0) ok = 0; return sum }`,
  isInfinite: `const isInfinite = (x) => { if (x !== x) ok = 0; return x === Infinity || x === -Infinity }`,
  square: `const square = (x) => x * x`,
  power: `const power = (x, y) => { if (x === 0 && y <= 0) ok = 0; return x ** y }`,
  mod: `const mod = (x, y) => { if (y === 0) ok = 0; return x - y * Math.floor(x / y) }`,
  // Halves are decided in decimal, which only the full computation does.
  round: `const round = (x, d) => {
    if (!(d >= 0 && d <= 12) || d !== Math.floor(d)) { ok = 0; return 0 }
    const scale = 10 ** d, y = (x < 0 ? -x : x) * scale, whole = Math.floor(y), rest = y - whole
    if (y > 1e13 || (rest > 0.4999999 && rest < 0.5000001)) ok = 0
    const up = rest > 0.5 ? whole + 1 : whole
    return (x < 0 ? -up : up) / scale
  }`,
}

/** Helpers that others need. */
const needs: Readonly<Record<string, string>> = {
  less: 'judge',
  more: 'judge',
  lessOrEqual: 'judge',
  moreOrEqual: 'judge',
  equal: 'judge',
  unequal: 'judge',
}

/** The text of those helpers that a code calls. */
export const helpersFor = (code: string): string => {
  const called = Object.keys(prelude).filter((name) => new RegExp(`\\b${name}\\(`).test(code))
  const all = new Set(called.flatMap((name) => [needs[name] ?? name, name]))
  return [...all].map((name) => prelude[name]).join('\n')
}
