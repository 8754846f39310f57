import type { Platform } from '../../platform/platform.ts'
import { plantDemo } from './demo.ts'
import type { DemoClock } from './demo-clock.ts'
import { createPlantDeal } from './plant-deal.ts'
import { createPlantIntake } from './plant-intake.ts'
import { createTakeInFiles } from './take-in-files.ts'

export { createDemoClock, type DemoClock } from './demo-clock.ts'

type DealNeeds = Omit<Parameters<typeof createPlantDeal>[0], 'takeInFiles' | 'clock'>
type FileNeeds = Parameters<typeof createTakeInFiles>[0]
type IntakeNeeds = Parameters<typeof createPlantIntake>[0]
type PeopleNeeds = Pick<Parameters<typeof plantDemo>[0], 'accounts' | 'orgs' | 'passwordTags' | 'sectionTemplates'>

export interface Wanted {
  withDeals: boolean
  onStep(step: string): void
}

/** The demo data, written through the same services as everything else. */
export const createDemoFeature = (
  { database, passwords }: Platform,
  clock: DemoClock,
  needs: DealNeeds & FileNeeds & IntakeNeeds & PeopleNeeds,
) => {
  const plantDeal = createPlantDeal({ ...needs, takeInFiles: createTakeInFiles(needs), clock })
  const plantIntake = createPlantIntake(needs)
  return {
    plantDemo: ({ withDeals, onStep }: Wanted) => {
      const plantAndTell: typeof plantDeal = (orgId, team, deal, today) => {
        onStep(`Creating the demo deal ${deal.name}`)
        return plantDeal(orgId, team, deal, today)
      }
      const { accounts, orgs, passwordTags, sectionTemplates } = needs
      return plantDemo(
        {
          database,
          accounts,
          orgs,
          passwords,
          passwordTags,
          sectionTemplates,
          plantDeal: plantAndTell,
          plantIntake,
          clock,
        },
        { withDeals },
      )
    },
  }
}
