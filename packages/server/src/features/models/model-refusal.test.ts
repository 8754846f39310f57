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

  it('for want of memory is model_too_costly where there is no file to refuse', () => {
    const meaning = meaningOf(new WorkerFailure('memory', 'out of memory'))
    expect(() => asOfNow(meaning)).toThrow(expect.objectContaining({ code: 'model_too_costly' }))
    expect(() => asOfNow(new Error('Another'))).toThrow('Another')
  })

  it('because all workers are busy is workers_busy, which clients retry', () => {
    const meaning = meaningOf(new WorkerFailure('busy', 'no'))
    expect(meaning).toBeInstanceOf(DomainError)
    expect(meaning).toMatchObject({ code: 'workers_busy' })
  })

  it('at its deadline is model_too_costly, which clients do not retry: the next attempt would take as long', () => {
    const meaning = meaningOf(new WorkerFailure('deadline', 'no'))
    expect(meaning).toBeInstanceOf(DomainError)
    expect(meaning).toMatchObject({ code: 'model_too_costly', message: 'The model takes too long to compute' })
  })

  it.each([new WorkerFailure('crashed', 'no'), new Error('no')])('of any other kind is what it is: %s', (failure) => {
    expect(meaningOf(failure)).toBe(failure)
  })
})
