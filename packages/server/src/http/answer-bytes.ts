import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../domain-error.ts'
import { namesEtag } from './etag.ts'

/** Bytes of a record, kept under their digest. */
export interface StoredBytes {
  sha256: string
  size: number
  mediaType: string
  /** Set where it is to be saved and not shown. */
  fileName?: string
  /** Set where anyone may load it and its address never gets other bytes: caches may keep it for a year. */
  isImmutable?: boolean
  /** First and last byte, both included. */
  open(range: { start: number; end: number }): Promise<Readable>
}

/**
 * Answers with bytes as they were uploaded by somebody: no browser may take them for a page of ours, whatever they
 * hold, nor keep them on the disk of a shared machine (no-store stands on everything under /api), unless they are
 * public. A Range is answered with its part, who has it already with nothing.
 */
export const answerBytes = async (
  { sha256, size, mediaType, fileName, isImmutable = false, open }: StoredBytes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const etag = `"${sha256}"`
  // Not set on refusals: caches would repeat them for a year.
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

/** One range, as players and viewers ask for; anything else is answered with the whole. */
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

/** To be saved under its name: in plain letters for old clients, and as it is (RFC 5987). */
const disposition = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.replaceAll(/\p{Surrogate}/gu, '_')).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
