import { AsyncLocalStorage } from 'node:async_hooks'

/** Who work is done for. A tenant is the organization of a person, or the person where they are in none. */
export interface Party {
  readonly tenant: string
  readonly person: string
}

/** Work that nobody asked for: start-up, maintenance, builds resumed after a crash. */
const service: Party = { tenant: 'service', person: 'service' }

/** Work for many parties at once, such as looking up who they are. It never waits for a turn behind one of them. */
export const everybody: Party = { tenant: 'everybody', person: 'everybody' }

const ambient = new AsyncLocalStorage<Party>()

/** Runs work for a party. Everything it calls, also what goes on in the background, waits in that party's queue. */
export const actFor = <Result>(party: Party, work: () => Result): Result => ambient.run(party, work)

export const currentParty = (): Party => ambient.getStore() ?? service
