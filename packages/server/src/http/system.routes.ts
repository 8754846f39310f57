import { healthz, metrics, readyz } from '@deal-canvas/contract'
import { refuse } from '../domain-error.ts'
import { within } from '../platform/connections/within.ts'
import { handleAnyone, type Route } from './handler.ts'

type Pings = Record<string, () => Promise<void>>

interface Deps {
  /** What must answer before this node can be sent traffic. */
  needed: Pings
  /** What is shown too, but does without for a while: a node taken out for it would help nobody. */
  wanted: Pings
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

export const systemRoutes = ({ needed, wanted, draining, readMetrics }: Deps): Route[] => [
  handleAnyone(healthz, async () => ({ status: 'ok' })),
  handleAnyone(readyz, async () => {
    if (draining()) refuse('shutting_down')
    const [must, may] = await Promise.all([look(needed), look(wanted)])
    const stores = { ...must, ...may }
    if (Object.values(must).includes('unreachable')) refuse('store_unavailable', { fields: { stores } })
    return { ready: true, stores }
  }),
  handleAnyone(metrics, readMetrics),
]
