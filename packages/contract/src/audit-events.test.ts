import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type AuditEvent,
  type AuditEventData,
  auditEventArea,
  auditEvents,
  auditEventTypes,
  externalEventName,
  isAuditEventType,
  isExternalEventType,
} from './audit-events.ts'
import type { TSchema } from './schema.ts'

/** The fields of a schema and its nested objects, each with its description. */
const described = (schema: TSchema): [name: string, description: unknown][] => {
  const {
    properties = {},
    items,
  }: { properties?: Record<string, TSchema & { description?: unknown }>; items?: TSchema } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, unknown][] => [
      [name, field.description],
      ...described(field),
    ]),
    ...(items === undefined ? [] : described(items)),
  ]
}

describe('audit trail events', () => {
  it.each(auditEventTypes)('starts %s with its area and describes every field of its data', (type) => {
    const { area, data } = auditEvents[type]
    expect(type.slice(0, area.length + 1)).toBe(`${area}.`)
    for (const [name, description] of described(data)) expect([name, description]).toEqual([name, expect.any(String)])
  })

  it('distinguishes its own event types from those of external pipelines and newer versions', () => {
    const types = ['comment.created', 'ext.comment.created', 'comment.pinned', 'constructor']
    expect(types.map(isAuditEventType)).toEqual([true, false, false, false])
    expect(types.map(isExternalEventType)).toEqual([false, true, false, false])
    expect(types.map(auditEventArea)).toEqual(['comment', undefined, undefined, undefined])
    expect(externalEventName('ext.agent.answered')).toBe('agent.answered')
  })

  it('types event data by event type', () => {
    expectTypeOf<AuditEventData<'comment.replied'>>().toEqualTypeOf<{
      readonly comment_id: string
      readonly reply_id: string
    }>()
    expectTypeOf<AuditEventData<'deal.renamed'>>().toEqualTypeOf<Readonly<Record<string, never>>>()
    expectTypeOf<Extract<AuditEvent, { type: 'metrics.written' }>['data']['metric_keys']>().toEqualTypeOf<
      readonly string[]
    >()
  })
})
