import { describe, expect, it, vi } from 'vitest'
import { ModelRefusal } from '../models/model-refusal.ts'
import type { WorkbookReading } from '../models/workbook-reading.ts'
import { createReadings } from './readings.service.ts'

const found: WorkbookReading = {
  dealType: null,
  dealKind: null,
  headlines: [],
  lastActualYear: null,
  scale: null,
  currency: null,
  scenario: null,
  metrics: [],
  notFound: [],
  unsure: [],
  lostSources: [],
  template: { fingerprint: '', sheets: [] },
}

/** Creates readings of a deal whose workbook is read by the given function. */
const readingsOf = (read: () => Promise<WorkbookReading>) =>
  createReadings({
    store: { put: vi.fn(), touch: vi.fn(), putSources: vi.fn() },
    reading: {
      read: vi.fn(),
      chosen: async () => ({
        row: { version: 2, documentId: 'd', sha256: 'a'.repeat(64), fileName: 'Model.xlsx' } as never,
        reading: undefined,
        sources: [],
        options: {},
        overrides: [],
      }),
    },
    computing: { reading: read },
    templates: { cellsFor: async () => [], learn: async () => undefined },
    takeIn: vi.fn(),
    documents: { all: async () => [] },
    metrics: { all: async () => [] },
    memo: { planRedraft: vi.fn(), redraft: vi.fn() },
    planned: vi.fn() as never,
    changes: { change: vi.fn() as never },
    maxWaitMs: 20,
  })

describe('pending reading', () => {
  it('returns pending until the workbook is read, and reads it once for concurrent requests', async () => {
    let finish = (_: WorkbookReading): void => undefined
    const slow = new Promise<WorkbookReading>((resolve) => {
      finish = resolve
    })
    const read = vi.fn(async () => found).mockReturnValueOnce(slow)
    const readings = readingsOf(read)
    const [first, second] = await Promise.all([readings.show('deal', 'deal'), readings.show('deal', 'deal')])
    expect([first.status, second.status]).toEqual(['pending', 'pending'])
    expect(read).toHaveBeenCalledTimes(1)
    finish(found)
    await slow
    expect(await readings.show('deal', 'deal')).toMatchObject({ status: 'ready', version: 2 })
  })

  it('returns no_model for a workbook that cannot be read', async () => {
    const refusal = new ModelRefusal({ code: 'unreadable', message: 'Not a workbook' })
    expect(await readingsOf(() => Promise.reject(refusal)).show('deal', 'deal')).toMatchObject({ status: 'no_model' })
  })

  it('passes on an unexpected error while reading a workbook', async () => {
    await expect(readingsOf(() => Promise.reject(new Error('broken'))).show('deal', 'deal')).rejects.toThrow('broken')
  })
})
