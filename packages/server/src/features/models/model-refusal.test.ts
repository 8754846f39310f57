import { describe, expect, it } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { asOfNow, ModelRefusal, meaningOf } from './model-refusal.ts'

describe('worker thread failure', () => {
  it('reports a model that runs out of memory as too large, because a retry would fail again', () => {
    const meaning = meaningOf(new WorkerFailure('memory', 'out of memory'))
    expect(meaning).toBeInstanceOf(ModelRefusal)
    expect(meaning).toMatchObject({ message: 'The model is too large to calculate' })
  })

  it('reports out of memory as model_too_costly if there is no file to reject', () => {
    const meaning = meaningOf(new WorkerFailure('memory', 'out of memory'))
    expect(() => asOfNow(meaning)).toThrow(expect.objectContaining({ code: 'model_too_costly' }))
    expect(() => asOfNow(new Error('Another'))).toThrow('Another')
  })

  it('reports busy workers as workers_busy, which clients retry', () => {
    const meaning = meaningOf(new WorkerFailure('busy', 'no'))
    expect(meaning).toBeInstanceOf(DomainError)
    expect(meaning).toMatchObject({ code: 'workers_busy' })
  })

  it('reports a missed deadline as model_too_costly, which clients do not retry', () => {
    const meaning = meaningOf(new WorkerFailure('deadline', 'no'))
    expect(meaning).toBeInstanceOf(DomainError)
    expect(meaning).toMatchObject({ code: 'model_too_costly', message: 'The model takes too long to calculate' })
  })

  it.each([new WorkerFailure('crashed', 'no'), new Error('no')])(
    'passes on any other failure unchanged: %s',
    (failure) => {
      expect(meaningOf(failure)).toBe(failure)
    },
  )
})
