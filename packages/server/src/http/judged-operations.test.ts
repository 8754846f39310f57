import { operations } from '@deal-canvas/contract/operations'
import { compileRequest } from '@deal-canvas/fastapi-validation'
import { expect, test } from 'vitest'

test('compiles a request validator for every operation of the contract', () => {
  expect(operations.length).toBeGreaterThan(0)
  for (const declared of operations) expect(() => compileRequest(declared)).not.toThrow()
})
