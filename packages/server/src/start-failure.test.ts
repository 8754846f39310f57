import { expect, it } from 'vitest'
import { StoreUnavailable } from './platform/store-unavailable.ts'
import { describeStartFailure } from './start-failure.ts'

it('says in one sentence that the embeddings endpoint does not answer, however it is wrapped', () => {
  const unavailable = new StoreUnavailable('embeddings endpoint', new TypeError('fetch failed'))
  const sentence =
    'The embeddings endpoint at EMBEDDINGS_URL does not answer as it should. Start it, correct the address, or leave EMBEDDINGS_URL out.'
  expect(describeStartFailure(unavailable)).toEqual([sentence])
  expect(describeStartFailure(new Error('The demo was not planted', { cause: unavailable }))).toEqual([sentence])
})

it('tells a fault of ours with its stack', () => {
  const fault = new Error('A fault')
  expect(describeStartFailure(fault)).toEqual([fault.stack])
})
