import { describe, expect, it } from 'vitest'
import { readUsersPlace } from './users-place.ts'

describe('user filters in the address', () => {
  it('reads the user filters from an address unchanged', () => {
    const place = { q: 'nor', status: 'invited', org: 'a3bb189e-8bf9-3888-9912-ace4e6543002', page: 3 }
    expect(readUsersPlace(place)).toEqual(place)
  })

  it('drops filters that the service would reject', () => {
    const nothing = { q: undefined, status: undefined, org: undefined, page: undefined }
    expect(readUsersPlace({ q: '  ', status: 'lost', org: 'northwind', page: -2 })).toEqual(nothing)
    expect(readUsersPlace({ q: 4, status: {}, org: [], page: 1.5 })).toEqual(nothing)
    expect(readUsersPlace({ page: 1 })).toEqual(nothing)
  })
})
