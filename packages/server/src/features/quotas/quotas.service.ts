import { refuse } from '../../domain-error.ts'
import { quotaMessages } from '../../messages/deals.ts'
import type { QuotasStore, StorageOfOrg, StorageOwner } from './quotas.store.ts'

/** Limits set by the operator. */
export interface QuotaLimits {
  /** Deals that a user created. */
  deals: number
  /** Open intakes of a user. */
  intakes: number
  /** Bytes of files and of all text versions: per organization, and per user for personal deals. */
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

/** Quotas of users and organizations. Data above a quota stays readable; only growth is rejected. */
export const createQuotas = ({ store, limits }: Deps) => {
  const limitOf = ({ isOrg }: StorageOwner): number => (isOrg ? limits.orgBytes : limits.personBytes)

  const assertBytes = (owner: StorageOwner, added: number): void => {
    const limit = limitOf(owner)
    if (added <= 0 || owner.bytes + added <= limit) return
    const message = owner.isOrg ? quotaMessages.organizationBytes : quotaMessages.personalBytes
    refuse('quota_exceeded', {
      detail: message({ size: formatBytes(limit) }),
      fields: { quota: 'bytes', used: owner.bytes, limit },
    })
  }

  const assertOneMore = (quota: 'deals' | 'intakes', used: number, detail: string): void => {
    const limit = limits[quota]
    if (used >= limit) refuse('quota_exceeded', { detail, fields: { quota, used, limit } })
  }

  return {
    /** Must run inside the transaction that creates a deal. */
    takeDeal: async (userId: string): Promise<void> => {
      await store.hold('deals', userId)
      const detail = quotaMessages.deals({ limit: limits.deals })
      assertOneMore('deals', await store.deals(userId), detail)
    },

    /** Must run inside the transaction that starts an intake. */
    takeIntake: async (userId: string): Promise<void> => {
      await store.hold('intakes', userId)
      const detail = quotaMessages.intakes({ limit: limits.intakes })
      assertOneMore('intakes', await store.openIntakes(userId), detail)
    },

    /** Returns how many bytes of files can still be added to the deal; throws if the quota is used up. */
    roomFor: async (dealId: string): Promise<number> => {
      const owner = await store.storage(dealId)
      if (owner === undefined) return Number.POSITIVE_INFINITY
      assertBytes(owner, 1)
      return limitOf(owner) - owner.bytes
    },

    /** Must run inside the transaction that adds files or text versions to a deal. */
    takeBytes: async (dealId: string, added: number): Promise<void> => {
      const owner = added > 0 ? await store.holdStorage(dealId) : undefined
      if (owner !== undefined) assertBytes(owner, added)
    },

    /** Current usage of a user and of their organizations. */
    usage: async (userId: string): Promise<QuotaUsage> => ({
      deals: { used: await store.deals(userId), limit: limits.deals },
      intakes: { used: await store.openIntakes(userId), limit: limits.intakes },
      personal: { bytes: await store.personalBytes(userId), limit: limits.personBytes },
      orgs: (await store.bytesOfOrgs(userId, maxOrgsShown)).map((org) => ({ ...org, limit: limits.orgBytes })),
    }),
  }
}
