import { healthz, metrics, readyz } from '@deal-canvas/contract'
import { refuse } from '../domain-error.ts'
import { within } from '../platform/connections/within.ts'
import { StorageFull } from '../platform/disk/storage-full.ts'
import { handleAnyone, type Route } from './handler.ts'

type Pings = Record<string, () => Promise<void>>

interface Deps {
  /** What must answer before this node can be sent traffic. */
  needed: Pings
  /** What is shown too, but does without for a while: a node taken out for it would help nobody. */
  wanted: Pings
  /** Fails with StorageFull where the disk has no room. */
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

/** What is wrong with the disk, in a sentence; undefined: nothing. */
const fullDisk = async (requireSpace: Deps['requireSpace']): Promise<string | undefined> => {
  try {
    await within(patienceMs, requireSpace())
    return undefined
  } catch (error) {
    return error instanceof StorageFull ? error.message : 'The data folder cannot be written.'
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
