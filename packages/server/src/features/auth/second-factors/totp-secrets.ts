import { digestOf } from '../../../platform/digest.ts'
import { createSealing } from '../../../platform/sealed.ts'
import type { FactorsStore } from './factors.store.ts'

const batchSize = 500

export type TotpSecrets = ReturnType<typeof createTotpSecrets>

/** Encrypts the secrets of authenticator apps. They outlive every rotation of the key, because they are sealed again. */
export const createTotpSecrets = (
  store: Pick<FactorsStore, 'sealedOtherwise' | 'reseal'>,
  secrets: readonly [string, ...string[]],
) => {
  const { seal, open } = createSealing(secrets, 'totp secrets')
  const sealedWith = digestOf(`sealed_with:${secrets[0]}`).slice(0, 12)

  return {
    seal: (secret: string) => ({ sealedSecret: seal(secret), sealedWith }),
    /** Undefined if it was sealed with a secret that is no longer in the list. */
    open,
    /** Runs at intervals: after a rotation it seals the secrets with the one that signs now. */
    resealAll: async (): Promise<void> => {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const rows = await store.sealedOtherwise(sealedWith, after, batchSize)
        for (const { userId, sealedSecret } of rows) {
          const secret = open(sealedSecret)
          if (secret !== undefined) await store.reseal(userId, sealedSecret, seal(secret), sealedWith)
          after = userId
        }
        if (rows.length < batchSize) return
      }
    },
  }
}
