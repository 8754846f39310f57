import type { Plugin } from 'vite'
import { childrenOf, type Edit, edited, isNode, type Node, nameOf } from './source-edits.ts'

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

const isIdle = ({ type, key }: Node): boolean =>
  type === 'Property' && isNode(key) && forTheService.has(String(key['name']))

/** What declares an event of the audit trail: the page needs its area and traits, not its summary and fields. */
const eventBuilders = new Set(['event', 'numberEvent'])

const editsOfEvent = ({ arguments: given }: Node): Edit[] => {
  const [, summary, fields] = Array.isArray(given) ? given : []
  if (!isNode(summary) || !isNode(fields)) throw new Error('An event is declared with a summary and fields')
  return [
    { from: summary.start, to: summary.end, text: "''" },
    { from: fields.start, to: fields.end, text: '{}' },
  ]
}

/** Removes what the page does not need, and marks every call as free of side effects, as all calls of the contract are. */
const editsOf = (node: Node, isDeclared = false): Edit[] => {
  if (isDeclared && isIdle(node)) return [{ from: node.start, to: node.end, text: '...{}' }]
  if (node.type !== 'CallExpression') return childrenOf(node).flatMap((child) => editsOf(child))
  const callee = nameOf(node['callee'])
  // One model is built from the properties of another.
  const schema = callee === 'model' ? '({ properties: {} })' : '({})'
  if (schemaBuilders.has(callee)) return [{ from: node.start, to: node.end, text: schema }]
  if (eventBuilders.has(callee)) return editsOfEvent(node)
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
    // Each page then loads only those that it calls.
    return { code: edited(code, edits), map: null, moduleSideEffects: false }
  },
})
