import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onEachKeyValue } from '../../testing/key-values.ts'
import type { Key } from './key-value.ts'

const longMs = 600_000

onEachKeyValue('state of deals, against a model', (given) => {
  test('leaves the same entries as a simple map after any sequence of writes', async () => {
    const ids = ['a', 'b', 'c']
    const id = fc.constantFrom(...ids)
    const step = fc.oneof(
      fc.record({ does: fc.constant('set' as const), id, value: fc.jsonValue() }),
      fc.record({
        does: fc.constant('cas' as const),
        id,
        value: fc.jsonValue(),
        expects: fc.constantFrom('right', 'wrong', 'none'),
      }),
      fc.record({ does: fc.constant('delete' as const), id }),
      fc.record({ does: fc.constant('expire' as const), id }),
      fc.record({ does: fc.constant('touch' as const), id }),
    )
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const model = new Map<string, { value: unknown; version: number }>()
      const deal = `model-${randomUUID()}`
      for (const each of steps) {
        const at: Key = { dealId: deal, kind: 'readiness', id: each.id }
        const before = model.get(each.id)
        const write = (value: unknown, version: number | undefined) => {
          if (version !== undefined) model.set(each.id, { value: JSON.parse(JSON.stringify(value)), version })
        }
        if (each.does === 'set') write(each.value, await given.store.set(at, each.value))
        if (each.does === 'cas') {
          const expects = { right: before?.version, wrong: (before?.version ?? 0) + 1, none: undefined }[each.expects]
          const version = await given.store.compareAndSet(at, expects, each.value)
          expect(version !== undefined).toBe(expects === before?.version)
          write(each.value, version)
        }
        if (each.does === 'delete') expect(await given.store.delete(at)).toBe(model.delete(each.id))
        if (each.does === 'touch') expect(await given.store.touch(at, longMs)).toBe(before !== undefined)
        if (each.does === 'expire') {
          expect(await given.store.touch(at, 1)).toBe(model.delete(each.id))
          await given.expired(at)
        }
      }
      const listed = await given.store.list(deal, 'readiness', { limit: 10 })
      const kept = ids.flatMap((item) => (model.has(item) ? [{ id: item, ...model.get(item) }] : []))
      expect(listed).toEqual(kept)
      for (const item of ids)
        expect(await given.store.get({ dealId: deal, kind: 'readiness', id: item })).toEqual(model.get(item))
      expect((await given.store.count(deal)).readiness).toBe(kept.length)
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
