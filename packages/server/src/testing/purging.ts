import type { DealStateKind } from '@deal-canvas/contract'
import type { Actor } from '../actor.ts'
import { createAdminLog } from '../features/admin-log/admin-log.service.ts'
import { createAdminLogStore } from '../features/admin-log/admin-log.store.ts'
import { createDealAccess } from '../features/deals/access.service.ts'
import { createDealAccessStore } from '../features/deals/access.store.ts'
import { createPurge, type Purge } from '../features/purge/purge.service.ts'
import { createPurgeStore } from '../features/purge/purge.store.ts'
import type { PurgeRequest } from '../features/purge/purge-request.ts'
import type { KeyValue } from '../platform/key-value/key-value.ts'
import type { Answer, Person, TestService } from './service.ts'

export const purgeUrl = '/api/superadmin/purge_deals'

export const purgeAs = (person: Person, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  person.send('POST', purgeUrl, body, headers)

/** Inserts the given number of entries of each kind. */
export const plantState = async (
  store: KeyValue,
  dealId: string,
  kinds: Partial<Record<DealStateKind, number>>,
): Promise<void> => {
  for (const [kind, number] of Object.entries(kinds) as [DealStateKind, number][])
    for (let n = 0; n < number; n++) await store.set({ dealId, kind, id: `${kind}-${n}` }, { n })
}

/** A purge like that of the service, on its database but with another state store: one that fails or waits. */
export const anotherPurge = (
  { service: { database } }: TestService,
  keyValue: Pick<KeyValue, 'countMany' | 'deleteKinds' | 'deals'>,
): Purge =>
  createPurge({
    store: createPurgeStore(database),
    database,
    keyValue,
    deals: createDealAccess({ store: createDealAccessStore(database) }),
    adminLog: createAdminLog({ store: createAdminLogStore(database), now: () => new Date() }),
    tell: async () => undefined,
    now: () => new Date(),
  })

export const actorOf = ({ userId }: Person): Actor => ({
  userId,
  sessionId: '',
  isSuperadmin: true,
  forcePasswordChange: false,
  tokenExpiresAt: new Date(),
  tokenDealId: undefined,
  tokenGrantId: undefined,
  dealRole: undefined,
  bySuperadminGrant: false,
  orgRole: undefined,
})

export const purgeOfAll: PurgeRequest = {
  mode: 'all',
  dealId: null,
  orgId: null,
  includeCheckpoints: false,
  excludeActiveWithinSecs: null,
  dryRun: false,
}
