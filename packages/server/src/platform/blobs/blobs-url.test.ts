import { describe, expect, it } from 'vitest'
import { readBlobsUrl } from './blobs-url.ts'

const endpoint = encodeURIComponent('http://10.0.0.5:9000')

describe('BLOBS_URL', () => {
  it('names a bucket, a prefix, an endpoint and a region', () => {
    expect(readBlobsUrl(`s3://deal-files/canvas/prod/?endpoint=${endpoint}&region=garage`)).toEqual({
      endpoint: new URL('http://10.0.0.5:9000'),
      bucket: 'deal-files',
      prefix: 'canvas/prod/',
      region: 'garage',
    })
  })

  it('stands for Amazon S3 without an endpoint, and for the whole bucket without a prefix', () => {
    expect(readBlobsUrl('s3://deal-files?region=eu-central-1')).toEqual({
      endpoint: new URL('https://s3.eu-central-1.amazonaws.com'),
      bucket: 'deal-files',
      prefix: '',
      region: 'eu-central-1',
    })
  })

  it.each([
    ['another protocol', 'https://deal-files/canvas'],
    ['no bucket', 's3:///canvas'],
    ['a bucket with characters that stores treat differently', 's3://deal_files/canvas'],
    ['a prefix with characters that must be encoded', 's3://deal-files/can%20vas'],
    ['a prefix that leaves its folder', 's3://deal-files/canvas/%2e%2e%2fother'],
    ['keys, which would be logged with the address', 's3://key:secret@deal-files/canvas'],
    ['keys in the endpoint', `s3://deal-files?endpoint=${encodeURIComponent('https://key:secret@s3.example')}`],
    ['an endpoint that is not HTTP', 's3://deal-files?endpoint=ftp%3A%2F%2Fs3.example'],
    ['a misspelled setting', 's3://deal-files?endpont=x'],
  ])('is refused with %s', (_what, value) => {
    expect(readBlobsUrl(value)).toBeUndefined()
  })
})
