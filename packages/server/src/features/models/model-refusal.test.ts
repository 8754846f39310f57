import { describe, expect, it } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { asOfNow, ModelRefusal, meaningOf } from './model-refusal.ts'

describe('the failure of a thread', () => {
  it('for want of memory is the fault of the file, which no later attempt mends', () => {
    const meaning = meaningOf(new WorkerFailure('memory', 'out of memory'))
    expect(meaning).toBeInstanceOf(ModelRefusal)
    expect(meaning).toMatchObject({ message: 'The model is too large to compute' })
  })

  it('for want of memory is told as one of now where there is no file to refuse', () => {
    const meaning = meaningOf(new WorkerFailure('memory', 'out of memory'))
    expect(() => asOfNow(meaning)).toThrow(expect.objectContaining({ code: 'workers_busy' }))
    expect(() => asOfNow(new Error('Another'))).toThrow('Another')
  })

  it.each(['busy', 'deadline'] as const)('by being %s passes', (reason) => {
    const meaning = meaningOf(new WorkerFailure(reason, 'no'))
    expect(meaning).toBeInstanceOf(DomainError)
    expect(meaning).toMatchObject({ code: 'workers_busy' })
  })

  it.each([new WorkerFailure('crashed', 'no'), new Error('no')])('of any other kind is what it is: %s', (failure) => {
    expect(meaningOf(failure)).toBe(failure)
  })
})
