import { expect, it } from 'vitest'
import { StorageFull } from './platform/disk/storage-full.ts'
import { StoreUnavailable } from './platform/store-unavailable.ts'
import { describeStartFailure } from './start-failure.ts'

it('reports an unavailable embeddings endpoint in one sentence, even as the cause of another error', () => {
  const unavailable = new StoreUnavailable('embeddings endpoint', new TypeError('fetch failed'))
  const sentence =
    'The embeddings endpoint at EMBEDDINGS_URL does not respond as expected. Start it, correct the address, or remove EMBEDDINGS_URL.'
  expect(describeStartFailure(unavailable)).toEqual([sentence])
  expect(describeStartFailure(new Error('The demo was not planted', { cause: unavailable }))).toEqual([sentence])
})

it('reports a full disk in one sentence, whether a folder or the database has no space', () => {
  const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  const ofDatabase = Object.assign(new Error('could not extend file'), { code: '53100' })
  for (const error of [noSpace, ofDatabase, new Error('Failed query', { cause: ofDatabase })])
    expect(describeStartFailure(error)).toEqual([
      'There is no space left for the database or the data folder. Free some space, or set DATA_DIR to a folder on another disk.',
    ])
  expect(describeStartFailure(new StorageFull('The disk is full.'))).toEqual([
    'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
  ])
})

it('reports an unexpected start failure with its stack', () => {
  const fault = new Error('A fault')
  expect(describeStartFailure(fault)).toEqual([fault.stack])
})
