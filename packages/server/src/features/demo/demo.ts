import { setTimeout as pause } from 'node:timers/promises'
import type { OrgRole } from '@deal-canvas/contract'
import { actingFor } from '../../acting-for.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts } from '../accounts/index.ts'
import type { PasswordTags } from '../auth/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { SectionTemplates } from '../section-templates/index.ts'
import type { DemoClock } from './demo-clock.ts'
import { dayBefore } from './demo-days.ts'
import type { DemoDeal, DemoRole } from './demo-deal.ts'
import { harbor } from './harbor.ts'
import { helios } from './helios.ts'
import { legacy } from './legacy.ts'
import type { PlantDeal } from './plant-deal.ts'
import type { createPlantIntake } from './plant-intake.ts'
import { riverside } from './riverside.ts'

export const demoPassword = 'deal-canvas-demo'

type OrgSlug = 'northwind-capital' | 'lakeshore-partners'

interface DemoPerson {
  email: string
  firstName: string
  lastName: string
  org?: OrgSlug
  role?: OrgRole
  isSuperadmin?: boolean
  /** Whether the email address is verified. */
  verified?: boolean
}

const demoOrgs: Record<OrgSlug, string> = {
  'northwind-capital': 'Northwind Capital',
  'lakeshore-partners': 'Lakeshore Partners',
}

export const demoPeople: readonly DemoPerson[] = [
  { email: 'owner@example.com', firstName: 'Maya', lastName: 'Okafor', org: 'northwind-capital', role: 'owner' },
  { email: 'editor@example.com', firstName: 'Priya', lastName: 'Nair', org: 'northwind-capital', role: 'member' },
  { email: 'commenter@example.com', firstName: 'Daniel', lastName: 'Reyes', org: 'northwind-capital', role: 'member' },
  { email: 'viewer@example.com', firstName: 'Hannah', lastName: 'Weiss', org: 'northwind-capital', role: 'member' },
  { email: 'superadmin@example.com', firstName: 'Sofia', lastName: 'Kern', isSuperadmin: true },
  { email: 'outsider@example.com', firstName: 'Jonas', lastName: 'Berg', org: 'lakeshore-partners', role: 'owner' },
]

/** A recent member with an unverified email address: the organization marks the name, and no deal is accessible. */
const newcomer: DemoPerson = {
  email: 'newcomer@example.com',
  firstName: 'Owen',
  lastName: 'Clarke',
  org: 'northwind-capital',
  role: 'member',
  verified: false,
}

/** How many days ago the demo users joined: before the first demo deal. */
const daysOfPeople = 60

interface Deps {
  database: Database
  accounts: Accounts
  orgs: Orgs
  passwords: Passwords
  passwordTags: Pick<PasswordTags, 'of'>
  sectionTemplates: Pick<SectionTemplates, 'create'>
  plantDeal: PlantDeal
  plantIntake: ReturnType<typeof createPlantIntake>
  clock: DemoClock
}

const sectionTemplate = {
  name: 'ESG screening',
  title: 'ESG Screening',
  content: [
    '| Topic | Finding | Source |\n| --- | --- | --- |\n| Climate risk |  |  |\n| Energy |  |  |\n| Labor |  |  |\n| Governance |  |  |',
    '# Exclusions',
    'State whether an exclusion of the fund applies.',
    '# Plan after closing',
  ].join('\n\n'),
}

/** The deal list shows the last one first. */
const demoDeals: readonly DemoDeal[] = [legacy, harbor, helios, riverside]

const lookAgainMs = 100
const maxIdleMinutes = 10

/**
 * One node at a time. The others poll, because creating the demo can take longer than the lock timeout of a statement.
 */
const withDemoLock = async <Result>(database: Database, plant: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    const planted = await database.transaction(async () => {
      const text = "SELECT pg_try_advisory_xact_lock(hashtext('demo')) AS mine"
      const { rows } = await database.query<{ mine: boolean }>({ text })
      if (rows[0]?.mine !== true) return undefined
      // Reading the workbooks can leave the transaction idle for longer than any request may.
      await database.query({ text: `SET LOCAL idle_in_transaction_session_timeout = '${maxIdleMinutes}min'` })
      return { result: await plant() }
    })
    if (planted !== undefined) return planted.result
    await pause(lookAgainMs)
  }
}

/**
 * Creates demo users and deals in a database without users. Returns whether it created them. Everything is in one
 * transaction: an interrupted start leaves only unreferenced files, and the next start tries again.
 */
export const plantDemo = (
  { database, accounts, orgs, passwords, passwordTags, sectionTemplates, plantDeal, plantIntake, clock }: Deps,
  { withDeals = true }: { withDeals?: boolean } = {},
): Promise<boolean> =>
  withDemoLock(database, async () => {
    if (!(await accounts.none())) return false
    const password = { passwordHash: await passwords.hash(demoPassword), passwordTag: passwordTags.of(demoPassword) }
    const orgIds = new Map<string, string>()
    const userIds = new Map<string, string>()
    const today = clock.now()
    if (withDeals) clock.goTo(dayBefore(today, daysOfPeople, 8))
    for (const [slug, name] of Object.entries(demoOrgs)) orgIds.set(slug, await orgs.create({ name, slug }))
    for (const { org, role = 'member', verified = true, ...person } of withDeals
      ? [...demoPeople, newcomer]
      : demoPeople) {
      const displayName = `${person.firstName} ${person.lastName}`
      const userId = await accounts.create({ ...person, ...password, displayName, verified, isDemo: true })
      userIds.set(person.email, userId)
      const orgId = orgIds.get(org ?? '')
      if (orgId !== undefined) await orgs.addMember(orgId, userId, role)
    }
    if (!withDeals) return true
    const person = (role: DemoRole) => ({ userId: userIds.get(`${role}@example.com`) ?? '' })
    const team = {
      owner: person('owner'),
      editor: person('editor'),
      commenter: person('commenter'),
      viewer: person('viewer'),
    }
    const mailMentions = async (mentions: boolean): Promise<void> => {
      for (const { userId } of Object.values(team))
        await accounts.changeOther(userId, { mailPreferences: { mentions } })
    }
    // The planted events must not send mails.
    await mailMentions(false)
    const orgId = orgIds.get('northwind-capital') ?? ''
    await sectionTemplates.create(actingFor(team.owner.userId, 'owner'), orgId, sectionTemplate)
    for (const deal of demoDeals) await plantDeal(orgId, team, deal, today)
    clock.goTo(dayBefore(today, 1, 16))
    await plantIntake(orgId, team.owner.userId)
    await mailMentions(true)
    return true
  }).finally(clock.backToPresent)
