import type { TableView } from '@deal-canvas/memo'
import { expect, it } from 'vitest'
import { viewItems } from './view-items.ts'

it('begins a column of words at the left and ends a column of numbers at the right', () => {
  const row = (label: string, tenant: string, rent: string) => ({
    label,
    cells: [{ text: tenant, isText: true }, { text: rent }, { text: '' }],
  })
  const view: TableView = {
    view: 'table',
    columns: [{ label: 'Tenant' }, { label: 'Rent' }, { label: 'Note' }],
    rows: [row('Suite 1', 'Acme', '100'), row('Suite 2', 'Vacant', '90')],
  }
  const [table] = viewItems(view)
  expect(table?.kind === 'table' && table.columns.map(({ align }) => align)).toEqual(['left', 'left', 'right', 'right'])
})
