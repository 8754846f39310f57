import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../domain-error.ts'
import { namesEtag } from './etag.ts'

/** Stored bytes of a record, addressed by their digest. */
export interface StoredBytes {
  sha256: string
  size: number
  mediaType: string
  /** Set if the file is to be downloaded rather than displayed. */
  fileName?: string
  /** Set if the file is public and its URL never serves other bytes; caches can then keep it for a year. */
  isImmutable?: boolean
  /** First and last byte, both inclusive. */
  open(range: { start: number; end: number }): Promise<Readable>
}

/**
 * Serves bytes that a user uploaded. Headers prevent browsers from treating them as one of our pages, and from storing
 * them on a shared machine (everything under /api is no-store) unless they are public. A Range request gets 206, and a
 * client that already has the bytes gets 304.
 */
export const answerBytes = async (
  { sha256, size, mediaType, fileName, isImmutable = false, open }: StoredBytes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const etag = `"${sha256}"`
  // Not set on errors, because caches would repeat them for a year.
  const caching = isImmutable ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(fileName === undefined ? {} : { 'content-disposition': disposition(fileName) }),
  })
  if (namesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).headers(caching).send()
    return
  }
  const range = readRange(request, etag, size)
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`)
    return refuse('range_not_satisfiable')
  }
  reply.type(mediaType).headers(caching)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  reply.send(request.method === 'HEAD' ? undefined : await open({ start, end }))
}

const form = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Supports one range, as media players and viewers request; anything else gets the whole file. */
const readRange = (
  { headers }: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | 'beyond' | undefined => {
  const [, first = '', last = ''] = form.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const { 'if-range': ifRange } = headers
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= size || (first === '' && Number(last) === 0) ? 'beyond' : { start, end }
}

/** Names the download: in ASCII for old clients, and in full (RFC 5987). */
const disposition = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.replaceAll(/\p{Surrogate}/gu, '_')).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
