import { operations } from '@deal-canvas/contract/operations'
import { expect, it } from 'vitest'
import { needsNoTurn } from './needs-no-turn.ts'

it('lets only health checks and metrics bypass the request gate', () => {
  expect(
    operations
      .filter(needsNoTurn)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/healthz', '/metrics', '/readyz'])
})
