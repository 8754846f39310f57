import { composeDeals } from './compose-deals.ts'
import { composeErasure } from './compose-erasure.ts'
import { composePeople } from './compose-people.ts'
import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import { createDealAccess } from './features/deals/access.service.ts'
import { createDealAccessStore } from './features/deals/access.store.ts'
import { plantDemo } from './features/demo/demo.ts'
import type { DemoClock } from './features/demo/demo-clock.ts'
import { createMentionMails } from './features/notifications/mention-mails.ts'
import { createNotifications } from './features/notifications/notifications.service.ts'
import { createNotificationsStore } from './features/notifications/notifications.store.ts'

/** Puts the features together, each on the services of the others. */
export const composeFeatures = async (config: Config, platform: Platform, clock: DemoClock) => {
  const { database, bus, personalMails, now } = platform
  const notificationsStore = createNotificationsStore(database)
  const notifications = createNotifications({
    store: notificationsStore,
    database,
    bus,
    mails: createMentionMails({ mails: personalMails, publicUrl: config.publicUrl }),
    now,
  })
  const deals = createDealAccess({ store: createDealAccessStore(database) })
  const people = await composePeople(config, platform, { deals, notifications })
  const { accounts, orgs, passwords, passwordTags } = people
  const dealWork = await composeDeals(config, platform, { deals, notifications, notificationsStore, clock, ...people })
  const { plantDeal, plantIntake } = dealWork
  const erasure = composeErasure(platform, { people, dealWork })
  return {
    routes: [...people.routes, ...dealWork.routes, ...erasure.routes],
    auth: people.auth,
    cms: people.cms,
    accounts,
    orgs,
    deals,
    enterDeal: dealWork.enterDeal,
    superadminOrgEntries: people.superadminOrgEntries,
    changes: dealWork.changes,
    proof: dealWork.proof,
    passwords,
    plantDemo: ({ withDeals, onStep }: { withDeals: boolean; onStep: (step: string) => void }) => {
      const plantAndTell: typeof plantDeal = (orgId, team, deal, today) => {
        onStep(`Creating the demo deal ${deal.name}`)
        return plantDeal(orgId, team, deal, today)
      }
      return plantDemo(
        { database, accounts, orgs, passwords, passwordTags, plantDeal: plantAndTell, plantIntake, clock },
        { withDeals },
      )
    },
    begin: (): void => {
      dealWork.begin()
      erasure.begin()
    },
    prepare: dealWork.prepare,
    close: async (): Promise<void> => {
      await erasure.close()
      await dealWork.close()
    },
    stopWaiting: people.stopWaiting,
    endedAmong: people.endedAmong,
    tasks: { ...people.tasks, ...dealWork.tasks },
  }
}
