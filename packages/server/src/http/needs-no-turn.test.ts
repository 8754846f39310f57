import { operations } from '@deal-canvas/contract/operations'
import { expect, it } from 'vitest'
import { needsNoTurn } from './needs-no-turn.ts'

it('lets nothing past the gate of requests but what tells operators whether the service is well', () => {
  expect(
    operations
      .filter(needsNoTurn)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/healthz', '/metrics', '/readyz'])
})
