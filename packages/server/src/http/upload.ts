import type { Files } from '@deal-canvas/contract'
import { type Check, compile, createFailure, createReport } from '@deal-canvas/fastapi-validation'
import type { FastifyRequest } from 'fastify'
import { DomainError, refuse } from '../domain-error.ts'
import { requestMessages } from '../messages/requests.ts'
import { brokenForm, type FilePart, formParts, type TextPart } from './form-parts.ts'
import { RequestInvalid } from './request-invalid.ts'

/** A file while it is received. Each file must be read to its end before the next one is requested. */
export interface ArrivingFile {
  /** File name sent by the client; untrusted, can contain anything. */
  fileName: string
  content: AsyncIterable<Uint8Array>
}

/** A form with files while it is received. */
export interface Upload<Fields = unknown> {
  files: AsyncIterable<ArrivingFile>
  /** The validated text fields; complete once the last file was read. */
  fields(): Fields
}

const maxFields = 20
const maxFieldLength = 10_000

/** Reads the forms of one operation. A body that is not a form is rejected like any other body. */
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
  const { field, maxFiles, maxBytesTogether } = files
  // Known before a byte of the body is read.
  if (Number(request.headers['content-length'] ?? 0) > maxBytesTogether) tooLargeTogether(files)
  const parts = formParts(request.raw, {
    fieldSize: maxFieldLength,
    fields: maxFields,
    files: maxFiles + maxFields,
    parts: maxFiles + 2 * maxFields,
    headerPairs: 50,
    headerSize: 8_192,
    // One byte above the limit, so that the size check here rejects the file instead of the parser truncating it.
    fileSize: maxBytesTogether + 1,
  })
  let count = 0
  for await (const part of parts) {
    if (part.kind === 'text') keepText(part, reading)
    else if (part.name !== field) await discard(part, reading)
    else {
      count += 1
      if (count > maxFiles) throw new RequestInvalid([tooMany(field, maxFiles)])
      yield { fileName: part.fileName, content: contentOf(part, files, reading) }
    }
  }
  if (count === 0) throw new RequestInvalid([createFailure('missing', ['body', field], 'Field required', null)])
}

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

const formatSize = (bytes: number): string =>
  bytes < mebibyte ? `${Math.floor(bytes / kibibyte)} KiB` : `${Math.floor(bytes / mebibyte)} MiB`

const tooLarge = (maxBytes: number): never =>
  refuse('file_too_large', { detail: requestMessages.fileTooLarge({ size: formatSize(maxBytes) }) })

/** For a single file, report the file limit: the limit of the whole form is slightly larger and would confuse. */
const tooLargeTogether = ({ maxFiles, maxBytes, maxBytesTogether }: Files): never =>
  maxFiles === 1
    ? tooLarge(maxBytes)
    : refuse('file_too_large', { detail: requestMessages.filesTooLarge({ size: formatSize(maxBytesTogether) }) })

async function* contentOf({ content }: FilePart, files: Files, { weigh }: Reading): AsyncIterable<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.byteLength
      if (size > files.maxBytes) tooLarge(files.maxBytes)
      weigh(chunk.byteLength)
      yield chunk
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenForm()
  }
}

const discard = async ({ content }: FilePart, { weigh }: Reading): Promise<void> => {
  try {
    for await (const chunk of content) weigh(chunk.byteLength)
  } catch (error) {
    throw error instanceof DomainError ? error : brokenForm()
  }
}

const keepText = ({ name, value, isCut }: TextPart, { texts, weigh }: Reading): void => {
  weigh(name.length + value.length)
  if (isCut) {
    const msg = `String should have at most ${maxFieldLength} characters`
    throw new RequestInvalid([
      createFailure('string_too_long', ['body', name], msg, null, { max_length: maxFieldLength }),
    ])
  }
  // As in a query: the last of several values counts, and an empty form field counts as none.
  if (value !== '') texts[name] = value
}

const tooMany = (field: string, maxFiles: number) =>
  createFailure(
    'too_long',
    ['body', field],
    `List should have at most ${maxFiles} item${maxFiles === 1 ? '' : 's'} after validation, not ${maxFiles + 1}`,
    null,
    { field_type: 'List', max_length: maxFiles, actual_length: maxFiles + 1 },
  )
