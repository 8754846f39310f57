import { expect, it } from 'vitest'
import { columnRole } from './column-role.ts'

it.each([
  ['$/SF', 'per_piece'],
  ['% of Total', 'per_piece'],
  ['Downside', 'other_case'],
  ['Bull Case', 'other_case'],
  ['Base', 'base'],
  ['Target', 'target'],
  ['Acquirer', 'acquirer'],
  ['Pro Forma', 'combined'],
  ['Guidelines', 'limit'],
  ['Median', 'peer'],
  ['Amount', undefined],
  ['Notes', undefined],
])('reads the role of a column headed "%s" as %s', (head, role) => {
  expect(columnRole(head)).toBe(role)
})
