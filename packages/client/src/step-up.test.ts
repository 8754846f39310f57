import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createStepUp } from './step-up.ts'

const refusal = (code: string) => new ApiError({ status: 403, code, detail: 'No' })

/** A call that is rejected until somebody confirmed. */
const guarded = (state: { confirmed: boolean }) => async () => {
  if (!state.confirmed) throw refusal('step_up_required')
  return 'done'
}

describe('step-up of the client', () => {
  it('asks once for calls that are rejected at the same time, and makes each once more', async () => {
    const state = { confirmed: false }
    const ask = vi.fn(async () => {
      state.confirmed = true
      return true
    })
    const run = createStepUp(ask)
    expect(await Promise.all([run(guarded(state)), run(guarded(state))])).toEqual(['done', 'done'])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('hands on the rejection when the user does not confirm, and asks again for the next call', async () => {
    const state = { confirmed: false }
    const ask = vi.fn(async () => false)
    const run = createStepUp(ask)
    for (let n = 0; n < 2; n++) await expect(run(guarded(state))).rejects.toMatchObject({ code: 'step_up_required' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('does not ask for other rejections, nor without a function that asks', async () => {
    const ask = vi.fn(async () => true)
    const fail = async () => {
      throw refusal('role_too_low')
    }
    await expect(createStepUp(ask)(fail)).rejects.toMatchObject({ code: 'role_too_low' })
    expect(ask).not.toHaveBeenCalled()
    const state = { confirmed: false }
    await expect(createStepUp(undefined)(guarded(state))).rejects.toMatchObject({ code: 'step_up_required' })
  })
})
