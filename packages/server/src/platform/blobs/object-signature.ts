import { createHash, createHmac } from 'node:crypto'

/** The keys of an object store, and the region that it expects in signatures. */
export interface SigningKeys {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface Signable {
  method: string
  /** Not encoded. */
  path: string
  query: Readonly<Record<string, string>>
  /** All are signed; `host`, `x-amz-date` and `x-amz-content-sha256` must be among them. */
  headers: Readonly<Record<string, string>>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export const encodePath = (path: string): string => path.split('/').map(encode).join('/')

/** Sorted by name, because a signature holds for one order. */
export const encodeQuery = (query: Signable['query']): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/** A date as AWS writes it: 20130524T000000Z. */
export const amzDate = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** The value of the Authorization header (AWS Signature Version 4). */
export const signatureOf = ({ method, path, query, headers }: Signable, keys: SigningKeys): string => {
  const date = headers['x-amz-date'] ?? ''
  const names = Object.keys(headers).sort()
  const request = [
    method,
    encodePath(path),
    encodeQuery(query),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = [date.slice(0, 8), keys.region, 's3', 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(request)].join('\n')
  const signature = hmac(key, text).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}
