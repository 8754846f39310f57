import { expect, it } from 'vitest'
import { sheetRole } from './sheet-role.ts'

it.each([
  ['Trading Comps', 'peers'],
  ['Comps Summary', 'peers'],
  ['Sensitivity Table', 'sensitivity'],
  ['Model_v1', 'old'],
  ['Scenario Manager', 'scenario'],
  ['Executive Summary', 'summary'],
  ['KPI_Dashboard', 'summary'],
  ['Inputs', 'inputs'],
  ['Returns & Exit', 'returns'],
  ['DCF Valuation', 'valuation'],
  ['Debt Schedule', 'schedule'],
  ['IncomeStatement', 'statements'],
  ['Sheet1', undefined],
])('reads the role of a sheet called "%s" as %s', (name, role) => {
  expect(sheetRole(name)).toBe(role)
})
