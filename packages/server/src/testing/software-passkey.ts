import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Options {
  origin?: string
  rpId?: string
  /** Whether the authenticator says that it verified its user. */
  verifiesUser?: boolean
}

interface Asked {
  challenge: string
  user?: { id: string }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** An authenticator in software, which answers as a browser does. */
export const createSoftwarePasskey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle: string | undefined

  const dataOf = ({ rpId = 'localhost', verifiesUser = true }: Options, attested?: Buffer): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested === undefined ? 0 : 0x40)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, { challenge }: Asked, { origin = 'http://localhost:8080' }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    id,
    /** Sets the signature counter back, as that of a copied authenticator would be. */
    rewind: (to: number): void => {
      counter = to
    },
    register: (asked: Asked, options: Options & { statement?: Map<string, unknown>; format?: string } = {}) => {
      userHandle = asked.user?.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', options.format ?? 'none'],
        ['attStmt', options.statement ?? new Map()],
        ['authData', new Uint8Array(dataOf(options, attested))],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', asked, options).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      }
    },
    use: (asked: Asked, options: Options = {}) => {
      counter += 1
      const authenticatorData = dataOf(options)
      const client = clientData('webauthn.get', asked, options)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}
