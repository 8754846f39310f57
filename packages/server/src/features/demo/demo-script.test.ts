import type { DealRole } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { catalogue as sectionCatalogue } from '../memo/sections/catalogue.ts'
import type { DemoAct } from './demo-deal.ts'
import { harbor } from './harbor.ts'
import { helios } from './helios.ts'
import { legacy } from './legacy.ts'
import { riverside } from './riverside.ts'

const deals = [riverside, helios, harbor, legacy]

/** The lowest role that can do it. */
const needed: Record<DemoAct['does'], DealRole> = {
  read: 'viewer',
  search: 'viewer',
  comment: 'commenter',
  reply: 'commenter',
  edit: 'commenter',
  react: 'commenter',
  resolve: 'commenter',
  reopen: 'commenter',
  rate: 'commenter',
  limit: 'editor',
  uncertainty: 'editor',
  scenario: 'editor',
  rewrite: 'editor',
  accept: 'editor',
  reject: 'editor',
  set_metric: 'editor',
  report: 'editor',
  decide: 'owner',
  reopen_deal: 'owner',
  ask: 'commenter',
  ask_sign_off: 'owner',
  sign: 'viewer',
}
const roles: readonly DealRole[] = ['viewer', 'commenter', 'editor', 'owner']

describe('demo script', () => {
  it.each(deals)('has no act that the role of its actor does not allow: $id', ({ acts }) => {
    const beyond = acts.filter(({ by, does }) => roles.indexOf(by) < roles.indexOf(needed[does]))
    expect(beyond).toEqual([])
  })

  it.each(deals)('writes every number of a memo as a metric token: $id', ({ sections }) => {
    for (const { content } of sections) expect(content.replaceAll(/\[\[[a-z0-9_]+\]\]/g, '')).not.toMatch(/\d/)
  })

  it.each(deals)('has memo sections from the catalogue, in its order: $id', ({ sections }) => {
    const places = sections.map(({ key }) => sectionCatalogue.findIndex((section) => section.key === key))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it.each(deals)('enters only plausible values of input metrics from the catalogue by hand: $id', ({ from }) => {
    const inputs = 'inputs' in from ? from.inputs : {}
    for (const [key, value] of Object.entries(inputs)) {
      const kind = kindOf(key)
      expect([key, kind?.formula]).toEqual([key, null])
      const [lowest, highest] = kind?.range ?? [kind?.sign === 'positive' ? 0 : -Infinity, Infinity]
      expect([key, value >= lowest && value <= highest]).toEqual([key, true])
    }
  })
})
