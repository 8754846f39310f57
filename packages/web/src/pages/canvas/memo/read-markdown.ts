import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** A definition shows nowhere, and whoever writes one hides words from the reader: it is left standing as text. */
const nothingHidden = { disable: { null: ['definition'] } }

export const readMarkdown = (source: string): Root =>
  fromMarkdown(source, { extensions: [gfmTable(), nothingHidden], mdastExtensions: [gfmTableFromMarkdown()] })
