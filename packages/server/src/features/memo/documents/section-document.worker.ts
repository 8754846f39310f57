import { memoSchema, readDocument, writeDocument } from '@deal-canvas/memo/document'

/** Markdown to document. */
export const read = ({ content }: { content: string }): object => ({ document: readDocument(content).toJSON() })

export type Written = { content: string } | { problem: string }

/** Document to Markdown; a document that does not follow the schema is a problem. */
export const write = ({ document }: { document: unknown }): Written => {
  try {
    const node = memoSchema.nodeFromJSON(document)
    node.check()
    return { content: writeDocument(node) }
  } catch (error) {
    // Everything that the schema objects to; a fault of its own would be one too, and is shown to the caller.
    if (error instanceof Error) return { problem: error.message.slice(0, 300) }
    throw error
  }
}
