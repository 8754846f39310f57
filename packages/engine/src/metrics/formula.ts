/** A parsed catalog formula: numbers, metric keys, arithmetic and a few functions. */
export type Formula =
  | { readonly number: number }
  | { readonly key: string }
  | { readonly operator: Operator; readonly left: Formula; readonly right: Formula }
  | { readonly name: FunctionName; readonly given: readonly Formula[] }

type Operator = '+' | '-' | '*' | '/' | '**'

const operators: Record<Operator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '**': (left, right) => left ** right,
}

/** Annual debt service; with zero months it is interest-only. */
const debtService = (loan: number, ratePct: number, months: number): number => {
  if (months === 0) return (loan * ratePct) / 100
  const monthly = ratePct / 1200
  return 12 * (monthly === 0 ? loan / months : (loan * monthly) / (1 - (1 + monthly) ** -months))
}

/** The balance of a loan after a number of payments. */
const loanBalance = (loan: number, ratePct: number, months: number, paid: number): number => {
  if (months === 0) return loan
  const monthly = ratePct / 1200
  const grown = (1 + monthly) ** paid
  const payment = debtService(loan, ratePct, months) / 12
  return Math.max(0, monthly === 0 ? loan - payment * paid : loan * grown - (payment * (grown - 1)) / monthly)
}

const functions = {
  min: Math.min,
  max: Math.max,
  debt_service: debtService,
  loan_balance: loanBalance,
} satisfies Record<string, (...given: number[]) => number>

type FunctionName = keyof typeof functions

const isFunction = (word: string): word is FunctionName => Object.hasOwn(functions, word)

const pieces = /\s*(\d+(?:\.\d+)?|[a-z][a-z0-9_]*|\*\*|[-+*/(),])/y

const split = (text: string): string[] => {
  const found: string[] = []
  pieces.lastIndex = 0
  while (pieces.lastIndex < text.length) {
    const at = pieces.lastIndex
    const [, piece] = pieces.exec(text) ?? []
    if (piece === undefined) throw new Error(`Not a formula from ${at}: ${text}`)
    found.push(piece)
  }
  return found
}

/** From lowest to highest precedence; left-associative, except powers. */
const levels: readonly (readonly string[])[] = [['+', '-'], ['*', '/'], ['**']]

const isOperator = (piece: string | undefined): piece is Operator =>
  piece !== undefined && Object.hasOwn(operators, piece)

/** Parses the text of a metric's formula; throws if it is invalid. */
export const readFormula = (text: string): Formula => {
  const left = split(text)

  const next = (): string | undefined => left[0]

  const expect = (wanted: string): void => {
    if (left.shift() !== wanted) throw new Error(`"${wanted}" is missing: ${text}`)
  }

  const readTerm = (): Formula => {
    const piece = left.shift() ?? ''
    if (piece === '(') {
      const inner = readLevel(0)
      expect(')')
      return inner
    }
    if (/^\d/.test(piece)) return { number: Number(piece) }
    if (!/^[a-z]/.test(piece)) throw new Error(`A value is missing: ${text}`)
    if (next() !== '(') return { key: piece }
    if (!isFunction(piece)) throw new Error(`No such function, ${piece}: ${text}`)
    const given: Formula[] = []
    do {
      left.shift()
      given.push(readLevel(0))
    } while (next() === ',')
    expect(')')
    return { name: piece, given }
  }

  const readLevel = (level: number): Formula => {
    const among = levels[level]
    if (among === undefined) return readTerm()
    let formula = readLevel(level + 1)
    for (let operator = next(); isOperator(operator) && among.includes(operator); operator = next()) {
      left.shift()
      formula = { operator, left: formula, right: readLevel(operator === '**' ? level : level + 1) }
    }
    return formula
  }

  const formula = readLevel(0)
  if (left.length > 0) throw new Error(`Too much from "${left[0]}": ${text}`)
  return formula
}

/** The metrics in it, each once. */
export const citedIn = (formula: Formula): string[] => {
  if ('number' in formula) return []
  if ('key' in formula) return [formula.key]
  const parts = 'name' in formula ? formula.given : [formula.left, formula.right]
  return [...new Set(parts.flatMap(citedIn))]
}

/** Undefined if a number is missing, or if there is no result, as in a division by zero. */
export const evaluate = (formula: Formula, known: (metricKey: string) => number | undefined): number | undefined => {
  const compute = (part: Formula): number => {
    if ('number' in part) return part.number
    if ('key' in part) return known(part.key) ?? Number.NaN
    if ('name' in part) return Reflect.apply(functions[part.name], undefined, part.given.map(compute))
    return operators[part.operator](compute(part.left), compute(part.right))
  }
  const result = compute(formula)
  return Number.isFinite(result) ? result : undefined
}
