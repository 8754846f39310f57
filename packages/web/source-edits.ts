/** A node of a parsed source file. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A replacement in a source text. */
export interface Edit {
  from: number
  to: number
  text: string
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The name of an identifier; empty for anything else. */
export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''

/** The text after edits that do not overlap. */
export const edited = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: written }) => text.slice(0, from) + written + text.slice(to), code)
