import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** Link definitions are not rendered and could hide text from the reader, so they are kept as text. */
const nothingHidden = { disable: { null: ['definition'] } }

export const readMarkdown = (source: string): Root =>
  fromMarkdown(source, { extensions: [gfmTable(), nothingHidden], mdastExtensions: [gfmTableFromMarkdown()] })
