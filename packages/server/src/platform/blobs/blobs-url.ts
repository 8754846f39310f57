import type { ObjectPlace } from './object-blobs.ts'

/** Bucket names and prefixes in the characters that every store treats alike. */
const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/
const regionForm = /^[a-z0-9-]{1,64}$/

export const blobsUrlForm =
  'must look like s3://bucket/prefix?endpoint=https%3A%2F%2Fs3.example.com&region=eu-central-1; prefix, endpoint and region are optional'

type PlaceWithoutKeys = Omit<ObjectPlace, 'accessKeyId' | 'secretAccessKey'>

const readEndpoint = (value: string): URL | undefined => {
  const endpoint = URL.canParse(value) ? new URL(value) : undefined
  if (endpoint === undefined || !['http:', 'https:'].includes(endpoint.protocol)) return undefined
  const hasMore = [endpoint.username, endpoint.password, endpoint.search, endpoint.hash].some((part) => part !== '')
  return hasMore ? undefined : endpoint
}

/** Reads BLOBS_URL; undefined if it is malformed. */
export const readBlobsUrl = (value: string): PlaceWithoutKeys | undefined => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return undefined
  if ([...url.searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return undefined
  const bucket = url.hostname
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  const isSound = bucketForm.test(bucket) && (prefix === '' || prefixForm.test(prefix)) && regionForm.test(region)
  if (!isSound || endpoint === undefined || prefix.split('/').some((part) => /^\.+$/.test(part))) return undefined
  return { endpoint, bucket, prefix: prefix === '' ? '' : `${prefix}/`, region }
}
