import type { Readable } from 'node:stream'

/** Files by the hash of their content: written once, never changed, the same content kept once. */
export interface Blobs {
  /** Reads the source as a stream; a source that fails or exceeds `maxBytes` leaves nothing behind. */
  put(source: AsyncIterable<Uint8Array> | Uint8Array, options: PutOptions): Promise<PutBlob>
  /** A stream the caller must read or destroy; undefined when there is no such blob. */
  open(sha256: string, range?: ByteRange): Promise<Readable | undefined>
  size(sha256: string): Promise<number | undefined>
  /** No error when the blob is already gone. */
  delete(sha256: string): Promise<void>
  /** Every blob, page by page, for backup and garbage collection. */
  list(): AsyncIterable<readonly ListedBlob[]>
  /** Removes what uploads left behind that a crash cut off more than a day ago. */
  removeLeftovers(): Promise<void>
}

export interface PutOptions {
  maxBytes: number
  /** Called once the hash is known and before the blob has its name; if it fails, nothing is left behind. */
  beforeNaming?: (blob: PutBlob) => Promise<void>
}

export interface PutBlob {
  sha256: string
  size: number
}

export interface ListedBlob extends PutBlob {
  /** When it was last put: collecting younger blobs would take those whose owner is not yet committed. */
  storedAt: Date
}

/** First and last byte, both included, as in HTTP; what lies beyond the end of the blob is simply not there. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/** A name from outside becomes a path or a key: anything but a hash could reach outside the store. */
export const isSha256 = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)
