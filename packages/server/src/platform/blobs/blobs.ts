import type { Readable } from 'node:stream'

/** Content-addressed files: written once, never changed, identical content stored once. */
export interface Blobs {
  /** Reads the source as a stream. If the source fails or exceeds `maxBytes`, nothing is stored. */
  put(source: AsyncIterable<Uint8Array> | Uint8Array, options: PutOptions): Promise<PutBlob>
  /** A stream that the caller must consume or destroy; undefined if there is no such blob. */
  open(sha256: string, range?: ByteRange): Promise<Readable | undefined>
  size(sha256: string): Promise<number | undefined>
  /** Not an error if the blob does not exist. */
  delete(sha256: string): Promise<void>
  /** Every blob, page by page, for backup and garbage collection. */
  list(): AsyncIterable<readonly ListedBlob[]>
  /** Removes leftovers of uploads that a crash interrupted more than a day ago. */
  removeLeftovers(): Promise<void>
}

export interface PutOptions {
  maxBytes: number
  /** Called once the hash is known, before the blob gets its final name. If it fails, nothing is stored. */
  beforeNaming?: (blob: PutBlob) => Promise<void>
}

export interface PutBlob {
  sha256: string
  size: number
}

export interface ListedBlob extends PutBlob {
  /** When the blob was last put. Garbage collection skips recent blobs, whose owner may not be committed yet. */
  storedAt: Date
}

/** First and last byte, both inclusive, as in HTTP. Bytes beyond the end of the blob are ignored. */
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

/** An untrusted name becomes a path or a key: anything but a hash could escape the store. */
export const isSha256 = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)
