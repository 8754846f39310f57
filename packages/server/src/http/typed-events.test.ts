import { intakeEvents } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { handleStream } from './handler.ts'

it('does not compile a stream that sends an event the contract does not list', () => {
  const unknownName = async function* () {
    yield { event: 'finished' as const, data: {} }
  }
  const otherData = async function* () {
    yield { event: 'ready' as const, data: { percent: '100' } }
  }
  // @ts-expect-error the operation has no event `finished`
  const first = handleStream(intakeEvents, unknownName)
  // @ts-expect-error `ready` carries the progress of a build
  const second = handleStream(intakeEvents, otherData)
  expect([first.streams, second.streams]).toEqual(['events', 'events'])
})
