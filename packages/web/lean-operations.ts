import type { Plugin } from 'vite'

/** What the service needs of an operation and the page does not: the page only has to know how to call it. */
const forTheService = new Set([
  'tag',
  'summary',
  'description',
  'frames',
  'params',
  'query',
  'body',
  'answer',
  'errors',
  'limit',
])

/** What builds schemas (packages/contract/src/schema.ts). */
const schemaBuilders = new Set([
  'anyJson',
  'boolean',
  'described',
  'email',
  'instant',
  'integer',
  'list',
  'map',
  'model',
  'nullable',
  'number',
  'oneOf',
  'optional',
  'secret',
  'text',
  'uuid',
])

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : '')

interface Edit {
  from: number
  to: number
  text: string
}

const isIdle = ({ type, key }: Node): boolean =>
  type === 'Property' && isNode(key) && forTheService.has(String(key['name']))

/** Removes what the page does not need, and marks every call as free of side effects, as all calls of the contract are. */
const editsOf = (node: Node, isDeclared = false): Edit[] => {
  if (isDeclared && isIdle(node)) return [{ from: node.start, to: node.end, text: '...{}' }]
  if (node.type !== 'CallExpression') return childrenOf(node).flatMap((child) => editsOf(child))
  const callee = nameOf(node['callee'])
  // One model is built from the properties of another.
  const schema = callee === 'model' ? '({ properties: {} })' : '({})'
  if (schemaBuilders.has(callee)) return [{ from: node.start, to: node.end, text: schema }]
  const declares = callee === 'operation'
  const inner = childrenOf(node).flatMap((child) =>
    declares && child.type === 'ObjectExpression'
      ? childrenOf(child).flatMap((field) => editsOf(field, true))
      : editsOf(child),
  )
  return [{ from: node.start, to: node.start, text: '/* @__PURE__ */ ' }, ...inner]
}

/** Leaves the schemas of the contract out of the page: they are a tenth of its script, and nothing there reads them. */
export const leanOperations = (): Plugin => ({
  name: 'lean-operations',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/packages\/contract\/src\/[\w/-]+\.ts$/.test(id)) return undefined
    const program = this.parse(code)
    const edits = isNode(program) ? editsOf(program) : []
    const lean = edits
      .sort((a, b) => b.from - a.from)
      .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), code)
    // Each page then loads only those that it calls.
    return { code: lean, map: null, moduleSideEffects: false }
  },
})
