import { parse, parseA1Ref, parseStructRef, tokenize } from '@borgar/fx/xlsx'
import {
  type ErrorName,
  errorNames,
  errorValue,
  maxFormulaLength,
  nameError,
  numError,
  refError,
} from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'
import type { BinaryOperator, Bound, Expression, UnaryOperator } from './expression.ts'

/** Resolves names in a formula. */
export interface NameSpace {
  /** The index of a sheet; case-insensitive. */
  sheet(name: string): number | undefined
  /** The index of a defined name as seen from a sheet. */
  name(name: string, sheet: number): number | undefined
  table(name: string): number | undefined
  /** The index of a sheet of an external workbook with cached values; after all sheets of this workbook. */
  external?(book: string, sheet: string): number | undefined
  /** The table that contains a cell, for references without a table name. */
  tableAt(sheet: number, row: number, column: number): number | undefined
}

export interface FormulaPlace {
  readonly sheet: number
  readonly row: number
  readonly column: number
}

interface Node {
  type: string
  operator?: string
  arguments?: (Node | null)[]
  callee?: Node
  name?: string
  value?: unknown
  kind?: string
  elements?: Node[][]
  params?: Node[]
  body?: Node | null
  declarations?: { id: { name: string }; init: Node | null }[]
}

const deepest = 200
/** No real formula is this long, and parsing time grows with the square of the length. */
const nonsense = /[\d.]{300}|'{32}|(?:'\[){16}|(?:\s'+){64}/
/** `A1+A2+A3…` nests once per term, and is still a normal formula. */
const maxTerms = 1_500

const prefix = /^(?:_xlfn\.|_xlws\.|_xludf\.|_xll\.)+/i
const plainName = (name: string): string => name.replace(prefix, '').toUpperCase()
const variableName = (name: string): string => name.replace(/^_xl(?:pm|op)\./i, '').toLowerCase()

const unknown = (what: 'external' | 'name' | 'syntax'): Expression => ({
  kind: 'unknown',
  what,
  error: what === 'external' ? refError : nameError,
})

/** A number that overflows is an error. */
const finiteOr = (value: Scalar): Scalar => (value === Number.POSITIVE_INFINITY ? numError : value)

const toError = (text: string): Expression => {
  const name = errorNames.find((item) => item === text.toUpperCase()) as ErrorName | undefined
  return { kind: 'constant', value: errorValue(name ?? '#VALUE!') }
}

/** Parses formulas of one workbook. Text that cannot be parsed becomes an unknown expression, never an exception. */
export const createFormulaReader = (space: NameSpace) => {
  const read = (text: string, place: FormulaPlace): Expression => {
    const bound = (at: number | null | undefined, fixed: boolean | undefined, own: number): Bound | undefined => {
      if (at === null || at === undefined) return undefined
      return fixed === true ? { fixed: true, at } : { fixed: false, at: at - own }
    }

    const sheetsOf = (name: string): readonly [number, number] | 'unknown' => {
      const whole = space.sheet(name)
      if (whole !== undefined) return [whole, whole]
      const [first = '', last = ''] = name.split(':')
      const [from, to] = [space.sheet(first), space.sheet(last)]
      return from === undefined || to === undefined ? 'unknown' : [Math.min(from, to), Math.max(from, to)]
    }

    const readRange = (value: string): Expression => {
      const found = parseA1Ref(value) as
        | {
            workbookName?: string
            sheetName?: string
            range?: Record<'top' | 'left' | 'bottom' | 'right', number | null> &
              Record<'$top' | '$left' | '$bottom' | '$right', boolean>
          }
        | undefined
      if (found?.range === undefined) return unknown('syntax')
      const other = found.workbookName ? space.external?.(found.workbookName, found.sheetName ?? '') : undefined
      if (found.workbookName && other === undefined) return unknown('external')
      const { range } = found
      const own = found.sheetName ? sheetsOf(found.sheetName) : undefined
      const sheets = other === undefined ? own : ([other, other] as const)
      if (sheets === 'unknown') return { kind: 'constant', value: refError }
      return {
        kind: 'range',
        sheets,
        top: bound(range.top, range.$top, place.row),
        left: bound(range.left, range.$left, place.column),
        bottom: bound(range.bottom, range.$bottom, place.row),
        right: bound(range.right, range.$right, place.column),
      }
    }

    const readName = (value: string, variables: ReadonlySet<string>): Expression => {
      const plain = variableName(value)
      if (variables.has(plain)) return { kind: 'variable', name: plain }
      const found = parseA1Ref(value) as { workbookName?: string; sheetName?: string; name?: string } | undefined
      if (found?.workbookName) {
        // A name of this workbook can be written with the file's own index 0.
        if (found.workbookName !== '0') return unknown('external')
      }
      const sheet = found?.sheetName ? space.sheet(found.sheetName) : place.sheet
      const name = space.name(found?.name ?? value, sheet ?? place.sheet)
      if (name !== undefined) return { kind: 'name', name }
      const table = space.table(value)
      return table === undefined ? unknown('name') : { kind: 'table', table, sections: ['data'], columns: [] }
    }

    const readTable = (value: string): Expression => {
      const found = parseStructRef(value) as
        | { workbookName?: string; table?: string; columns?: string[]; sections?: string[] }
        | undefined
      if (found === undefined) return unknown('syntax')
      if (found.workbookName) return unknown('external')
      const table = found.table ? space.table(found.table) : space.tableAt(place.sheet, place.row, place.column)
      if (table === undefined) return unknown('name')
      return { kind: 'table', table, sections: found.sections ?? [], columns: found.columns ?? [] }
    }

    const readCall = (node: Node, variables: ReadonlySet<string>, depth: number): Expression => {
      const args = node.arguments ?? []
      const each = (vars = variables) => args.map((arg) => (arg === null ? undefined : convert(arg, vars, depth + 1)))
      if (node.callee?.type !== 'Identifier') {
        if (node.callee === undefined) return unknown('syntax')
        return { kind: 'apply', callee: convert(node.callee, variables, depth + 1), args: each() }
      }
      const given = node.callee.name ?? ''
      const name = plainName(given)
      if (variables.has(variableName(given)))
        return { kind: 'apply', callee: { kind: 'variable', name: variableName(given) }, args: each() }
      if (name === 'LET') return readLet(args, variables, depth)
      if (name === 'LAMBDA') return readLambda(args, variables, depth)
      const defined = space.name(given, place.sheet)
      if (defined !== undefined) return { kind: 'apply', callee: { kind: 'name', name: defined }, args: each() }
      const [only] = args
      if (name === 'ANCHORARRAY' && only)
        return { kind: 'unary', operator: '#', operand: convert(only, variables, depth + 1) }
      if (name === 'SINGLE' && only)
        return { kind: 'unary', operator: '@', operand: convert(only, variables, depth + 1) }
      return { kind: 'call', name, args: each() }
    }

    const nameOf = (node: Node | null | undefined): string | undefined => {
      const text =
        node?.type === 'ReferenceIdentifier' ? String(node.value) : node?.type === 'Identifier' ? node.name : undefined
      return text === undefined ? undefined : variableName(text)
    }

    const readLet = (args: (Node | null)[], variables: ReadonlySet<string>, depth: number): Expression => {
      const known = new Set(variables)
      const bindings: { name: string; value: Expression }[] = []
      for (let n = 0; n + 1 < args.length; n += 2) {
        const name = nameOf(args[n])
        const value = args[n + 1]
        if (name === undefined || !value) return unknown('syntax')
        bindings.push({ name, value: convert(value, known, depth + 1) })
        known.add(name)
      }
      const body = args.at(-1)
      return args.length % 2 === 0 || !body
        ? unknown('syntax')
        : { kind: 'let', bindings, body: convert(body, known, depth + 1) }
    }

    const readLambda = (args: (Node | null)[], variables: ReadonlySet<string>, depth: number): Expression => {
      const parameters = args.slice(0, -1).map((arg) => nameOf(arg)?.replace(/^\[(.*)\]$/, '$1'))
      const body = args.at(-1)
      if (!body || parameters.some((parameter) => parameter === undefined)) return unknown('syntax')
      const known = parameters as string[]
      return { kind: 'lambda', parameters: known, body: convert(body, new Set([...variables, ...known]), depth + 1) }
    }

    const constantOf = (node: Node): Scalar => {
      if (node.type === 'ErrorLiteral') return (toError(String(node.value)) as { value: Scalar }).value
      if (node.type === 'UnaryExpression' && node.operator === '-') {
        const inner = node.arguments?.[0]
        const value = inner ? constantOf(inner) : null
        return typeof value === 'number' ? -value : value
      }
      return finiteOr((node.value ?? null) as Scalar)
    }

    /** Iterates from the innermost left operand outwards, so that many terms do not become deep recursion. */
    const readTerms = (node: Node, variables: ReadonlySet<string>, depth: number): Expression => {
      const terms: { operator: BinaryOperator; right: Node }[] = []
      let first: Node = node
      while (first.type === 'BinaryExpression') {
        const [left, right] = first.arguments ?? []
        if (!left || !right || terms.length >= maxTerms) return unknown('syntax')
        terms.push({ operator: first.operator as BinaryOperator, right })
        first = left
      }
      return terms.reduceRight<Expression>(
        (left, { operator, right }) => ({
          kind: 'binary',
          operator,
          left,
          right: convert(right, variables, depth + 1),
        }),
        convert(first, variables, depth + 1),
      )
    }

    const readArray = (elements: readonly Node[][]): Expression => {
      const rows = elements.map((row) => row.map(constantOf))
      return rows.every((row) => row.length === rows[0]?.length) ? { kind: 'array', rows } : unknown('syntax')
    }

    const convert = (node: Node, variables: ReadonlySet<string>, depth: number): Expression => {
      if (depth > deepest) return unknown('syntax')
      switch (node.type) {
        case 'Literal':
          return { kind: 'constant', value: finiteOr(node.value as Scalar) }
        case 'ErrorLiteral':
          return toError(String(node.value))
        case 'ReferenceIdentifier':
          if (node.kind === 'name') return readName(String(node.value), variables)
          return node.kind === 'table' ? readTable(String(node.value)) : readRange(String(node.value))
        case 'UnaryExpression': {
          const operand = node.arguments?.[0]
          return operand
            ? {
                kind: 'unary',
                operator: node.operator as UnaryOperator,
                operand: convert(operand, variables, depth + 1),
              }
            : unknown('syntax')
        }
        case 'BinaryExpression':
          return readTerms(node, variables, depth)
        case 'CallExpression':
          return readCall(node, variables, depth)
        case 'ArrayExpression':
          return readArray(node.elements ?? [])
        case 'LetExpression': {
          const known = new Set(variables)
          const bindings = (node.declarations ?? []).map(({ id, init }) => {
            const name = variableName(id.name)
            const value = init ? convert(init, known, depth + 1) : unknown('syntax')
            known.add(name)
            return { name, value }
          })
          return { kind: 'let', bindings, body: node.body ? convert(node.body, known, depth + 1) : unknown('syntax') }
        }
        case 'LambdaExpression': {
          const parameters = (node.params ?? []).map(({ name = '' }) => variableName(name))
          const known = new Set([...variables, ...parameters])
          return {
            kind: 'lambda',
            parameters,
            body: node.body ? convert(node.body, known, depth + 1) : unknown('syntax'),
          }
        }
        default:
          return unknown('syntax')
      }
    }

    // A reference to a deleted sheet can have the sheet's name before the error.
    const spelt = text.includes('!#REF!')
      ? text.replaceAll(/(?:'(?:[^']|''){1,260}'|[\w.]{1,260})!#REF!/g, '#REF!')
      : text
    return convert(parse(tokenize(spelt, { mergeRefs: true })) as unknown as Node, new Set(), 0)
  }

  return (text: string, place: FormulaPlace): Expression => {
    if (text.length > maxFormulaLength || nonsense.test(text)) return unknown('syntax')
    try {
      return read(text.startsWith('=') ? text : `=${text}`, place)
    } catch {
      return unknown('syntax')
    }
  }
}
