import { readPythonJson } from '@deal-canvas/fastapi-validation'
import { siteTextMessages as messages } from '../../messages/site-texts.ts'

/** Far more than markup needs; recursive code can rely on it. */
const deepest = 32

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isOneOrSome = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(fits) : fits(value)

/** The parser reads 1e999, NaN and similar as numbers, but clients could not parse them back. */
const holdsOddNumber = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsOddNumber)
}

const objectionToGraph = (graph: unknown): string | undefined => {
  if (!Array.isArray(graph) || graph.length === 0) return messages.graphEmpty()
  const wrong = graph.findIndex((node) => !isNode(node) || !isOneOrSome(node['@type'], isName))
  return wrong === -1 ? undefined : messages.graphItem({ position: wrong + 1 })
}

const objectionToNode = (node: unknown): string | undefined => {
  if (!isNode(node)) return messages.notAnObject()
  const { '@context': context, '@type': type, '@graph': graph } = node
  if (context === undefined) return messages.contextMissing()
  if (!isOneOrSome(context, (item) => isName(item) || isNode(item))) return messages.contextInvalid()
  if (type === undefined && graph === undefined) return messages.typeMissing()
  if (type !== undefined && !isOneOrSome(type, isName)) return messages.typeInvalid()
  return graph === undefined ? undefined : objectionToGraph(graph)
}

const placeOf = (text: string, position: number): { line: number; column: number } => {
  const lines = [...text].slice(0, position).join('').split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

/**
 * The reason why a text is not valid structured data, or undefined if it is. Checks only the form: which types and
 * fields are useful differs by search engine, and unknown ones do no harm.
 */
export const objectionToJsonLd = (text: string): string | undefined => {
  if (text === '') return undefined
  const read = readPythonJson(text, deepest)
  if ('error' in read) return messages.notJson({ error: read.error, ...placeOf(text, read.position) })
  const { value } = read
  if (holdsOddNumber(value)) return messages.notFinite()
  if (!Array.isArray(value)) return objectionToNode(value)
  if (value.length === 0) return messages.listEmpty()
  for (const [index, node] of value.entries()) {
    const objection = objectionToNode(node)
    if (objection !== undefined) return messages.ofItem({ position: index + 1, problem: objection })
  }
  return undefined
}
