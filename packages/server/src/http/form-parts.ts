import type { IncomingMessage } from 'node:http'
import { finished, Readable } from 'node:stream'
import { ruleFailure } from '@deal-canvas/fastapi-validation'
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy'
import { requestMessages } from '../messages/requests.ts'
import { RequestInvalid } from './request-invalid.ts'

/** A text field of a form. */
export interface TextPart {
  kind: 'text'
  name: string
  value: string
  /** Whether the text exceeded its maximum length; the rest is dropped. */
  isCut: boolean
}

/** A file of a form, while it is received. */
export interface FilePart {
  kind: 'file'
  name: string
  fileName: string
  content: AsyncIterable<Uint8Array>
}

type FormPart = TextPart | FilePart

export const brokenForm = (): RequestInvalid =>
  new RequestInvalid([ruleFailure(['body'], requestMessages.formIncomplete(), null)])

const createParser = ({ headers }: IncomingMessage, limits: BusboyConfig['limits']): BusboyInstance => {
  try {
    return new Busboy({ headers: { 'content-type': headers['content-type'] ?? '' }, limits })
  } catch {
    throw brokenForm()
  }
}

/** Pipes the request into the parser. The last item is `broken` if the form cannot be read to its end. */
const parse = (raw: IncomingMessage, parser: BusboyInstance): AsyncIterable<FormPart | 'broken'> => {
  const parts = new Readable({ objectMode: true, read: () => undefined })
  let isOver = false
  let isEmpty = true
  let file: Readable | undefined
  const end = (): void => {
    isOver = true
    parts.push(null)
  }
  /**
   * Detaches the parser from a form that failed. The parser does not handle the error of a truncated part beyond its
   * limit, and an unhandled error event would end the process.
   */
  const fail = (): void => {
    if (isOver) return
    raw.unpipe(parser)
    file?.destroy(brokenForm())
    parts.push('broken')
    end()
  }
  const add = (part: FormPart): void => {
    if (part.name in Object.prototype) fail()
    if (!isOver) parts.push(part)
  }

  parser
    .on('field', (name = '', value, _isNameCut, isCut) => add({ kind: 'text', name, value, isCut }))
    .on('file', (name = '', content, fileName = '') => {
      file = content
      // Attached here because the file can fail before it is read. A reader that stops early would leave the parser
      // waiting.
      content.on('error', fail).on('close', () => content.readableEnded || fail())
      add({ kind: 'file', name, fileName, content })
    })
    .on('partsLimit', fail)
    .on('filesLimit', fail)
    .on('fieldsLimit', fail)
    .on('finish', () => isOver || end())
    // A request without a body is an empty form.
    .on('error', () => (isEmpty && !isOver ? end() : fail()))
  raw.once('data', () => {
    isEmpty = false
  })
  finished(raw, (error) => error && fail())
  raw.pipe(parser)
  return parts
}

/**
 * Yields the parts of a form in order, as they arrive. Each file must be read to its end before the next part is
 * requested. A form that is malformed, truncated or over a limit throws.
 */
export async function* formParts(raw: IncomingMessage, limits: BusboyConfig['limits']): AsyncIterable<FormPart> {
  try {
    for await (const part of parse(raw, createParser(raw, limits))) {
      if (part === 'broken') throw brokenForm()
      yield part
    }
  } finally {
    // The rest of the body is discarded, so that the client receives the answer instead of a connection reset.
    raw.unpipe()
    raw.resume()
  }
}
