import type { Block } from './block.ts'
import { parseBlock } from './read-block.ts'

/** In Markdown a block is fenced code in this language, with its JSON on one line. */
export const blockLanguage = 'dc-block'

const fence = '```'
const opening = `${fence}${blockLanguage}`

export const writeBlock = (block: Block): string => `${opening}\n${JSON.stringify(block)}\n${fence}`

/** The blocks of a section, found by their fences without parsing the rest of the Markdown. */
export const fencedBlocks = (content: string): Block[] => {
  if (!content.includes(opening)) return []
  const blocks: Block[] = []
  let held: string[] | undefined
  for (const line of content.split('\n').map((text) => text.trim())) {
    if (held === undefined) {
      if (line === opening) held = []
    } else if (line === fence) {
      const block = parseBlock(held.join('\n'))
      if (block !== undefined) blocks.push(block)
      held = undefined
    } else held.push(line)
  }
  return blocks
}
