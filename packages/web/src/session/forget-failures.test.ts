import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { forgetFailures } from './forget-failures.ts'

const fails = () => Promise.reject(new Error('away'))

const given = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const failOn = (part: string) => queries.prefetchQuery({ queryKey: [part], queryFn: fails })
  const stateOf = (part: string) => queries.getQueryState([part])
  return { queries, failOn, stateOf }
}

describe('forgetFailures', () => {
  it('lets a page that never loaded be retried', async () => {
    const { queries, failOn, stateOf } = given()
    await failOn('canvas')
    expect(stateOf('canvas')?.status).toBe('error')
    forgetFailures(queries)
    expect(stateOf('canvas')).toMatchObject({ status: 'pending', error: null })
  })

  it('keeps the data that is shown, even if refetching it failed', async () => {
    const { queries, failOn, stateOf } = given()
    queries.setQueryData(['metrics'], 'shown', { updatedAt: 1 })
    queries.setQueryData(['canvas'], 'shown')
    await failOn('metrics')
    expect(stateOf('metrics')?.status).toBe('error')
    forgetFailures(queries)
    expect(stateOf('metrics')?.data).toBe('shown')
    expect(stateOf('canvas')?.data).toBe('shown')
  })
})
