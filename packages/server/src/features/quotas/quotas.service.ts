import { refuse } from '../../domain-error.ts'
import type { QuotasStore, StorageOfOrg, StorageOwner } from './quotas.store.ts'

/** Set by the operator. */
export interface QuotaLimits {
  /** Deals that a person created. */
  deals: number
  /** Intakes of a person that have not ended. */
  intakes: number
  /** Bytes of the files and of all versions of texts of an organization, and of a person's own deals. */
  orgBytes: number
  personBytes: number
}

export interface QuotaUsage {
  deals: { used: number; limit: number }
  intakes: { used: number; limit: number }
  personal: { bytes: number; limit: number }
  orgs: (StorageOfOrg & { limit: number })[]
}

interface Deps {
  store: QuotasStore
  limits: QuotaLimits
}

const maxOrgsShown = 20

const formatBytes = (bytes: number): string => {
  const [size, unit] = bytes >= 1024 ** 3 ? [1024 ** 3, 'GiB'] : [1024 ** 2, 'MiB']
  return `${(bytes / size).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`
}

export type Quotas = ReturnType<typeof createQuotas>

/** What one account or organization may take up. Data above a quota stay readable; only growth is refused. */
export const createQuotas = ({ store, limits }: Deps) => {
  const limitOf = ({ isOrg }: StorageOwner): number => (isOrg ? limits.orgBytes : limits.personBytes)

  const assertBytes = (owner: StorageOwner, added: number): void => {
    const limit = limitOf(owner)
    if (added <= 0 || owner.bytes + added <= limit) return
    const whose = owner.isOrg ? 'The files and texts of an organization' : 'The files and texts of your personal deals'
    refuse('quota_exceeded', {
      detail: `${whose} have at most ${formatBytes(limit)}; remove some first`,
      fields: { quota: 'bytes', used: owner.bytes, limit },
    })
  }

  const assertOneMore = (quota: 'deals' | 'intakes', used: number, detail: string): void => {
    const limit = limits[quota]
    if (used >= limit) refuse('quota_exceeded', { detail, fields: { quota, used, limit } })
  }

  return {
    /** Inside the transaction that creates a deal. */
    takeDeal: async (userId: string): Promise<void> => {
      await store.hold('deals', userId)
      const detail = `A person creates at most ${limits.deals.toLocaleString('en-US')} deals; delete one first`
      assertOneMore('deals', await store.deals(userId), detail)
    },

    /** Inside the transaction that starts an intake. */
    takeIntake: async (userId: string): Promise<void> => {
      await store.hold('intakes', userId)
      const detail = `A person has at most ${limits.intakes.toLocaleString('en-US')} open intakes; finish one first`
      assertOneMore('intakes', await store.openIntakes(userId), detail)
    },

    /** How many bytes of files a deal has room for now; refused where there is none. */
    roomFor: async (dealId: string): Promise<number> => {
      const owner = await store.storage(dealId)
      if (owner === undefined) return Number.POSITIVE_INFINITY
      assertBytes(owner, 1)
      return limitOf(owner) - owner.bytes
    },

    /** Inside the transaction that adds files, or versions of texts, to a deal. */
    takeBytes: async (dealId: string, added: number): Promise<void> => {
      const owner = added > 0 ? await store.holdStorage(dealId) : undefined
      if (owner !== undefined) assertBytes(owner, added)
    },

    /** What a person and their organizations have used. */
    usage: async (userId: string): Promise<QuotaUsage> => ({
      deals: { used: await store.deals(userId), limit: limits.deals },
      intakes: { used: await store.openIntakes(userId), limit: limits.intakes },
      personal: { bytes: await store.personalBytes(userId), limit: limits.personBytes },
      orgs: (await store.bytesOfOrgs(userId, maxOrgsShown)).map((org) => ({ ...org, limit: limits.orgBytes })),
    }),
  }
}
