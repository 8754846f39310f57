import { maxSectionsHeld, type ServerFrame } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { type DealLocks, type Holder, lockLeaseMs } from './deal-locks.ts'
import type { PersonShown } from './live.store.ts'

interface Deps {
  locks: DealLocks
  dealId: string
  holder: Holder
  person: PersonShown
  /** Called when the change must be shown to other members. */
  changed(): void
}

/** Section locks held by one channel; they are released when the channel closes. */
export const createHeldSections = ({ locks, dealId, holder, person, changed }: Deps) => {
  /** Fence by section. A lease that expired and was acquired again has a different fence. */
  const held = new Map<string, number>()

  const free = async (sectionKey: string): Promise<void> => {
    held.delete(sectionKey)
    if (await locks.release(dealId, sectionKey, holder)) changed()
  }

  return {
    take: async (sectionKey: string): Promise<ServerFrame> => {
      if (!held.has(sectionKey) && held.size >= maxSectionsHeld) refuse('too_many_locks')
      const lease = await locks.take(dealId, sectionKey, holder)
      if (lease === undefined) {
        held.delete(sectionKey)
        const other = await locks.holder(dealId, sectionKey)
        return refuse('lock_taken', { fields: other === undefined ? {} : { user_id: other.userId } })
      }
      if (held.get(sectionKey) !== lease.fence) changed()
      held.set(sectionKey, lease.fence)
      return {
        type: 'lock',
        section_key: sectionKey,
        holder: {
          user_id: person.userId,
          display_name: person.displayName,
          email_verified: person.emailVerified,
          channel_id: holder.channelId,
        },
        fence: lease.fence,
        lease_ms: lockLeaseMs,
      }
    },

    free: async (sectionKey: string): Promise<ServerFrame> => {
      await free(sectionKey)
      return { type: 'lock', section_key: sectionKey, holder: null }
    },

    freeAll: async (): Promise<void> => {
      for (const sectionKey of [...held.keys()]) await free(sectionKey)
    },
  }
}
