import { describe, expect, it } from 'vitest'
import { kindOf } from '../catalogue/catalogue.ts'
import { holds, identities } from './identities.ts'

const identityOf = (key: string) => {
  const found = identities.find((identity) => identity.key === key)
  if (found === undefined) throw new Error(`No identity of ${key}`)
  return found
}
const knowing =
  (values: Record<string, number>) =>
  (key: string): number | undefined =>
    values[key]

describe('metric identities', () => {
  it('defines identities only over catalog metrics', () => {
    const unknown = identities.flatMap(({ key, cited }) => [key, ...cited]).filter((key) => kindOf(key) === undefined)
    expect(unknown).toEqual([])
  })

  it('accepts an identity if the number follows from the others within rounding', () => {
    const price = knowing({ noi: 1_000_000, purchase_price: 18_000_000 })
    expect(holds(identityOf('going_in_cap_rate_pct'), 5.5556, price)).toBe(true)
    expect(holds(identityOf('going_in_cap_rate_pct'), 5.6, price)).toBe(false)
  })

  it('rejects an identity if a number is missing, or nothing is compared', () => {
    expect(holds(identityOf('net_debt'), 10, knowing({ total_debt: 10 }))).toBe(false)
    expect(holds(identityOf('net_debt'), 0, knowing({ total_debt: 10, cash_balance: 10 }))).toBe(false)
  })
})
