import { describe, expect, it } from 'vitest'
import { amzDate, type Signable, signatureOf } from './object-signature.ts'

// The examples of "Authenticating Requests: Using the Authorization Header" in the Amazon S3 API reference.
const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const headers = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': ofNothing,
  'x-amz-date': '20130524T000000Z',
}

const examples: [string, Partial<Signable>, string][] = [
  [
    'a read of a range',
    { path: '/test.txt', headers: { ...headers, range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a write with a name that must be encoded',
    {
      method: 'PUT',
      path: '/test$file.text',
      headers: {
        ...headers,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { query: { lifecycle: '' } },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a listing',
    { query: { prefix: 'J', 'max-keys': '2' } },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

describe('signature of a request to an object store', () => {
  it.each(examples)('is the one that AWS publishes for %s', (_what, request, expected) => {
    const signed = signatureOf({ method: 'GET', path: '/', query: {}, headers, ...request }, keys)
    expect(signed).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,')
    expect(signed.split('Signature=')[1]).toBe(expected)
  })

  it('writes the time without separators and without fractions of a second', () => {
    expect(amzDate(new Date('2013-05-24T00:00:00.123Z'))).toBe('20130524T000000Z')
  })
})
