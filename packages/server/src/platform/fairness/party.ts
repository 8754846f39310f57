import { AsyncLocalStorage } from 'node:async_hooks'

/** The party that work is done for. A tenant is the person's organization, or the person if they have none. */
export interface Party {
  readonly tenant: string
  readonly person: string
}

/** Work that no user requested: startup, maintenance, builds resumed after a crash. */
const service: Party = { tenant: 'service', person: 'service' }

/** Work for many parties at once, such as authenticating them. It never waits for a turn behind one of them. */
export const everybody: Party = { tenant: 'everybody', person: 'everybody' }

const ambient = new AsyncLocalStorage<Party>()

/** Runs work for a party. Everything it calls, including background work, waits in that party's queue. */
export const actFor = <Result>(party: Party, work: () => Result): Result => ambient.run(party, work)

export const currentParty = (): Party => ambient.getStore() ?? service
