import { createHash } from 'node:crypto'

/** A strong ETag of an answer: the same bytes have the same tag on every node. */
export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/** Whether an If-None-Match header names the tag; a proxy may have made it weak. */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((given) => ['*', etag].includes(given.trim().replace(/^W\//, '')))
