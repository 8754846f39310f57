import { readPythonJson } from '../../http/validation/python-json.ts'

/** Far more than markup needs; whatever walks it by recursion may rely on it. */
const deepest = 32

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isOneOrSome = (value: unknown, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(fits) : fits(value)

/** 1e999, NaN and the like are read as numbers, and no reader of the page could read them back. */
const holdsOddNumber = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsOddNumber)
}

const objectionToGraph = (graph: unknown): string | undefined => {
  if (!Array.isArray(graph) || graph.length === 0) return '@graph must be a list of at least one object'
  const wrong = graph.findIndex((one) => !isNode(one) || !isOneOrSome(one['@type'], isName))
  return wrong === -1 ? undefined : `@graph must hold objects with @type, and item ${wrong + 1} is none`
}

const objectionToNode = (node: unknown): string | undefined => {
  if (!isNode(node)) return 'JSON-LD must be an object or a list of objects'
  const { '@context': context, '@type': type, '@graph': graph } = node
  if (context === undefined) return 'JSON-LD needs @context, such as "https://schema.org"'
  if (!isOneOrSome(context, (one) => isName(one) || isNode(one))) return '@context must be an address or an object'
  if (type === undefined && graph === undefined) return 'JSON-LD needs @type or @graph'
  if (type !== undefined && !isOneOrSome(type, isName)) return '@type must be a name or a list of names'
  return graph === undefined ? undefined : objectionToGraph(graph)
}

const placeOf = (text: string, position: number): string => {
  const lines = [...text].slice(0, position).join('').split('\n')
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`
}

/**
 * Why a text cannot stand as structured data on a page; undefined where it can. Judges the form alone: which types and
 * fields make sense changes with every search engine, and an unknown one harms nobody.
 */
export const objectionToJsonLd = (text: string): string | undefined => {
  if (text === '') return undefined
  const read = readPythonJson(text, deepest)
  if ('error' in read) return `This is not valid JSON: ${read.error} (${placeOf(text, read.position)})`
  const { value } = read
  if (holdsOddNumber(value)) return 'This is not valid JSON: it holds a number that is not finite'
  if (!Array.isArray(value)) return objectionToNode(value)
  if (value.length === 0) return 'JSON-LD must hold at least one object'
  for (const [index, node] of value.entries()) {
    const objection = objectionToNode(node)
    if (objection !== undefined) return `Item ${index + 1}: ${objection}`
  }
  return undefined
}
