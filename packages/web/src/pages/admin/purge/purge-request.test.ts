import { describe, expect, it } from 'vitest'
import { confirmation, isConfirmed, requestOf, touchedDeals } from './purge-request.ts'

const scope = { mode: 'all', dealId: '', activeWithin: '30', includeCheckpoints: false } as const

describe('purge request', () => {
  it('starts every purge with a dry run', () => {
    expect(requestOf(scope)).toEqual({
      mode: 'all',
      include_checkpoints: false,
      exclude_active_within_secs: 1800,
      dry_run: true,
    })
  })

  it('names the deal when purging one deal, and omits options that only apply to all deals', () => {
    expect(requestOf({ ...scope, mode: 'by_deal', dealId: ' demo-harbor ' })).toEqual({
      mode: 'by_deal',
      deal_id: 'demo-harbor',
      include_checkpoints: false,
      dry_run: true,
    })
  })

  it.each([
    ['Enter the deal ID', { mode: 'by_deal', dealId: ' ' }],
    ['Enter a whole number of minutes', { activeWithin: '1.5' }],
    ['Enter a whole number of minutes', { activeWithin: '-3' }],
    ['Enter a whole number of minutes', { activeWithin: 'soon' }],
  ] as const)('asks to correct the scope: %s', (why, change) => {
    expect(requestOf({ ...scope, ...change })).toBe(why)
  })
})

describe('purge confirmation', () => {
  it('requires the exact words for the deal, or for everything, to confirm a purge', () => {
    const one = { mode: 'by_deal', deal_id: 'demo-harbor' } as const
    expect(confirmation(one)).toBe('purge demo-harbor')
    expect(isConfirmed(one, 'purge demo-harbor ')).toBe(true)
    expect(isConfirmed(one, 'purge demo-harbo')).toBe(false)
    expect(isConfirmed(one, 'Purge demo-harbor')).toBe(false)
    expect(isConfirmed({ mode: 'all' }, 'purge demo-harbor')).toBe(false)
    expect(isConfirmed({ mode: 'all' }, 'purge everything')).toBe(true)
  })
})

const deal = { deal_name: null, org_id: null, org_name: null }

it('does not count deals that are skipped or have nothing to delete', () => {
  const report = {
    mode: 'all',
    dry_run: true,
    include_checkpoints: false,
    deals: [
      { ...deal, deal_id: 'a', keys: { session: 1 }, kept_checkpoints: 0 },
      { ...deal, deal_id: 'b', keys: {}, kept_checkpoints: 2 },
      { ...deal, deal_id: 'c', keys: { lock: 1 }, kept_checkpoints: 0, skipped: 'recent_activity' },
    ],
    deals_total: 3,
    totals: { session: 1 },
    purged_keys: 0,
    duration_ms: 1,
    resumed: false,
  } as const
  expect(touchedDeals({ ...report, deals: [...report.deals] })).toBe(1)
})
