import { composeDeals } from './compose-deals.ts'
import { composeErasure } from './compose-erasure.ts'
import { composePeople } from './compose-people.ts'
import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createDeals } from './features/deals/deals.service.ts'
import { createDealsStore } from './features/deals/deals.store.ts'
import { plantDemo } from './features/demo/demo.ts'

/** Puts the features together, each on the services of the others. */
export const composeFeatures = async (config: Config, platform: Platform) => {
  const { database } = platform
  const deals = createDeals({ store: createDealsStore(database) })
  const people = await composePeople(config, platform, { deals })
  const { accounts, orgs, passwords } = people
  const dealWork = await composeDeals(config, platform, { deals, ...people })
  const { plantDeal, plantIntake } = dealWork
  const erasure = composeErasure(platform, { people, dealWork })
  return {
    routes: [...people.routes, ...dealWork.routes, ...erasure.routes],
    auth: people.auth,
    cms: people.cms,
    accounts,
    orgs,
    deals,
    dealEntrance: dealWork.dealEntrance,
    changes: dealWork.changes,
    passwords,
    plantDemo: (wanted: { withDeals: boolean }) =>
      plantDemo({ database, accounts, orgs, passwords, plantDeal, plantIntake }, wanted),
    begin: (): void => {
      dealWork.begin()
      erasure.begin()
    },
    prepare: dealWork.prepare,
    close: async (): Promise<void> => {
      await erasure.close()
      await dealWork.close()
    },
    endedAmong: people.endedAmong,
    tasks: { ...people.tasks, ...dealWork.tasks },
  }
}
