import { healthz, metrics, readyz } from '@deal-canvas/contract'
import { refuse } from '../domain-error.ts'
import { requestMessages } from '../messages/requests.ts'
import { within } from '../platform/connections/within.ts'
import { StorageFull } from '../platform/disk/storage-full.ts'
import { handleAnyone, type Route } from './handler.ts'

type Pings = Record<string, () => Promise<void>>

interface Deps {
  /** Stores that must answer before this node receives traffic. */
  needed: Pings
  /**
   * Stores that are reported too, but that the service can do without for a while: taking the node out of service would
   * not help.
   */
  wanted: Pings
  /** Throws StorageFull if the disk has no space. */
  requireSpace: () => Promise<void>
  draining: () => boolean
  readMetrics: () => Promise<string>
}

const patienceMs = 2_000

const look = async (pings: Pings): Promise<Record<string, string>> => {
  const states = Object.entries(pings).map(async ([name, ping]) => {
    const answered = await within(patienceMs, ping()).then(
      () => true,
      () => false,
    )
    return [name, answered ? 'ok' : 'unreachable'] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

/** Describes the problem with the disk in a sentence; undefined if there is none. */
const fullDisk = async (requireSpace: Deps['requireSpace']): Promise<string | undefined> => {
  try {
    await within(patienceMs, requireSpace())
    return undefined
  } catch (error) {
    return error instanceof StorageFull ? error.message : requestMessages.dataFolderNotWritable()
  }
}

export const systemRoutes = ({ needed, wanted, requireSpace, draining, readMetrics }: Deps): Route[] => [
  handleAnyone(healthz, async () => ({ status: 'ok' })),
  handleAnyone(readyz, async () => {
    if (draining()) refuse('shutting_down')
    const [must, may, disk] = await Promise.all([look(needed), look(wanted), fullDisk(requireSpace)])
    const stores = { ...must, ...may }
    if (disk !== undefined)
      refuse('storage_full', { detail: disk, fields: { stores: { ...stores, disk: 'full' } }, retryAfterSeconds: 30 })
    if (Object.values(must).includes('unreachable')) refuse('store_unavailable', { fields: { stores } })
    return { ready: true, stores }
  }),
  handleAnyone(metrics, readMetrics),
]
