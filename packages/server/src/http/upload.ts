import type { EventEmitter } from 'node:events'
import type { Files } from '@deal-canvas/contract'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError, refuse } from '../domain-error.ts'
import { RequestInvalid } from './request-invalid.ts'
import { compile } from './validation/compile.ts'
import { createFailure } from './validation/failure.ts'
import { type Check, createReport } from './validation/report.ts'
import { ruleFailure } from './validation/rule-failure.ts'

/** A file while it arrives. Each is read to its end before the next is asked for. */
export interface ArrivingFile {
  /** As the client calls it: anything may stand in it. */
  fileName: string
  content: AsyncIterable<Uint8Array>
}

/** A form with files while it arrives. */
export interface Upload<Fields = unknown> {
  files: AsyncIterable<ArrivingFile>
  /** The texts beside the files, judged; known when the last file was read. */
  fields(): Fields
}

const maxFields = 20
const maxFieldLength = 10_000
const maxFieldNameLength = 100

/** Reads forms of one operation. What never becomes one is refused as every other body is. */
export const compileUpload = (files: Files, name: string): ((request: FastifyRequest) => Upload) => {
  const judge: Check = files.fields === undefined ? () => undefined : compile(files.fields, 'text', `${name} body`)
  return (request) => {
    const texts: Record<string, unknown> = Object.create(null)
    let weight = 0
    const weigh = (bytes: number): void => {
      weight += bytes
      if (weight > files.maxBytesTogether) tooLargeTogether(files)
    }
    return {
      files: arriving(request, files, { texts, weigh }),
      fields: () => {
        const report = createReport()
        const fields = report.at('body', judge, texts)
        if (report.failures.length > 0) throw new RequestInvalid(report.failures)
        return fields
      },
    }
  }
}

interface Reading {
  texts: Record<string, unknown>
  weigh(bytes: number): void
}

async function* arriving(request: FastifyRequest, files: Files, reading: Reading): AsyncIterable<ArrivingFile> {
  const { field, most, maxBytesTogether } = files
  // Known before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > maxBytesTogether) tooLargeTogether(files)
  const parts = request.parts({
    limits: {
      fieldNameSize: maxFieldNameLength,
      fieldSize: maxFieldLength,
      fields: maxFields,
      files: most + maxFields,
      parts: most + 2 * maxFields,
      headerPairs: 50,
      headerSize: 8_192,
      // Counted here, where it is refused instead of cut off.
      fileSize: maxBytesTogether + 1,
    },
  })
  let count = 0
  try {
    for (let asked = firstPart(parts, request); ; asked = parts.next()) {
      const part = await partOf(asked)
      if (part === undefined) break
      if (part.type === 'field') keepText(part, reading)
      else if (part.fieldname !== field) await discard(part, reading)
      else {
        count += 1
        if (count > most) throw new RequestInvalid([tooMany(field, most)])
        yield { fileName: part.filename, content: contentOf(part, files, reading) }
      }
    }
    if (count === 0) throw new RequestInvalid([createFailure('missing', ['body', field], 'Field required', null)])
  } finally {
    // What is still coming is thrown away, so that the client hears the answer instead of a broken connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

const formatSize = (bytes: number): string =>
  bytes < mebibyte ? `${Math.floor(bytes / kibibyte)} KiB` : `${Math.floor(bytes / mebibyte)} MiB`

const tooLarge = (what: string, maxBytes: number): never =>
  refuse('file_too_large', { detail: `${what} at most ${formatSize(maxBytes)}` })

/** Where one file is expected, the limit of the whole form, which is a little larger, would only confuse. */
const tooLargeTogether = ({ most, maxBytes, maxBytesTogether }: Files): never =>
  most === 1 ? tooLarge('A file has', maxBytes) : tooLarge('All files together have', maxBytesTogether)

const broken = (): RequestInvalid => new RequestInvalid([ruleFailure(['body'], 'The form is broken or cut off', null)])

type Asked = Promise<IteratorResult<Multipart>>

/**
 * Asks for the first part: from then on the request flows into the parser. Parts beyond its limit are heard by nobody, and
 * the error of one that is cut off would end the process.
 */
const firstPart = (parts: AsyncIterableIterator<Multipart>, { raw }: FastifyRequest): Asked => {
  const asked = parts.next()
  const forms: { _parser?: { parser?: EventEmitter } }[] = Reflect.get(raw, '_readableState')?.pipes ?? []
  for (const { _parser } of forms)
    _parser?.parser?.on('part', (part: EventEmitter) => part.on('error', () => undefined))
  return asked
}

/** What the parser objects to is a fault of the form. */
const partOf = async (asked: Asked): Promise<Multipart | undefined> => {
  try {
    const { done, value } = await asked
    return done === true ? undefined : value
  } catch {
    throw broken()
  }
}

async function* contentOf({ file }: MultipartFile, files: Files, { weigh }: Reading): AsyncIterable<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of file as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > files.maxBytes) tooLarge('A file has', files.maxBytes)
      weigh(chunk.byteLength)
      yield chunk
    }
  } catch (error) {
    throw error instanceof DomainError ? error : broken()
  }
}

const discard = async ({ file }: MultipartFile, { weigh }: Reading): Promise<void> => {
  try {
    for await (const chunk of file as AsyncIterable<Uint8Array>) weigh(chunk.byteLength)
  } catch (error) {
    throw error instanceof DomainError ? error : broken()
  }
}

const keepText = (part: Multipart & { type: 'field' }, { texts, weigh }: Reading): void => {
  const { fieldname, value, valueTruncated } = part
  weigh(fieldname.length + String(value).length)
  if (valueTruncated) {
    const msg = `String should have at most ${maxFieldLength} characters`
    throw new RequestInvalid([
      createFailure('string_too_long', ['body', fieldname], msg, null, { max_length: maxFieldLength }),
    ])
  }
  // As in a query: of one that is sent twice the last counts, and an empty one of a form is none.
  if (value !== '') texts[fieldname] = value
}

const tooMany = (field: string, most: number) =>
  createFailure(
    'too_long',
    ['body', field],
    `List should have at most ${most} item${most === 1 ? '' : 's'} after validation, not ${most + 1}`,
    null,
    { field_type: 'List', max_length: most, actual_length: most + 1 },
  )
