import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { childrenOf, type Edit, edited, isNode, type Node, nameOf } from './source-edits.ts'

const parser = '@formatjs/icu-messageformat-parser'

/** A text that the page shows as it stands; must match `needsFormat` of packages/messages, which has no parser here. */
const isPlain = (text: string): boolean => !/[{<']/.test(text)

const compiledText = ({ type, start, end, value }: Node): Edit[] => {
  if (type !== 'Literal' || typeof value !== 'string')
    throw new Error('A message must be one literal: it is compiled when the page is built')
  return isPlain(value) ? [] : [{ from: start, to: end, text: JSON.stringify(parse(value)) }]
}

const textsOf = (texts: Node): Node[] =>
  childrenOf(texts).map(({ value }) => {
    if (!isNode(value)) throw new Error('The messages of an area must be listed one by one')
    return value
  })

const editsOf = (node: Node): Edit[] => {
  const [, texts] = Array.isArray(node['arguments']) ? node['arguments'] : []
  return nameOf(node['callee']) === 'defineMessages' && isNode(texts)
    ? textsOf(texts).flatMap(compiledText)
    : childrenOf(node).flatMap(editsOf)
}

/** Parses messages when the page is built, so that the parser is not a part of its script. */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  apply: 'build',
  enforce: 'post',
  resolveId: {
    order: 'pre',
    handler(source, importer, options) {
      return source === parser ? this.resolve(`${parser}/no-parser.js`, importer, options) : null
    },
  },
  transform(code, id) {
    if (!/packages\/web\/src\/messages\/[\w-]+\.ts$/.test(id) || id.endsWith('/define-messages.ts')) return undefined
    const program = this.parse(code)
    return isNode(program) ? { code: edited(code, editsOf(program)), map: null } : undefined
  },
})
