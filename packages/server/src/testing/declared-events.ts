import { auditEvents, isAuditEventType, isExternalEventType } from '@deal-canvas/contract'
import { compileRequest } from '@deal-canvas/fastapi-validation'
import { expect } from 'vitest'

interface Asked {
  sql(text: string): Promise<{ type: string; kind: string; data: string }[]>
}

/** The data as read by the schema of its event type, without undeclared fields. */
const readBySchema = (type: string, data: string): unknown => {
  if (!isAuditEventType(type)) return 'is of no declared type'
  const judge = compileRequest({ id: type, body: auditEvents[type].data })
  const body = new TextEncoder().encode(data)
  const judged = judge({ params: {}, query: {}, body, contentType: 'application/json' })
  return judged.ok ? judged.body : judged.failures
}

/** Expects every stored event to match the schema that the contract declares for its type; returns the types found. */
export const expectDeclaredEvents = async ({ sql }: Asked): Promise<Set<string>> => {
  const rows = await sql('SELECT type, kind, data FROM journal WHERE data IS NOT NULL ORDER BY deal_id, seq')
  const own = rows.filter(({ type }) => !isExternalEventType(type))
  for (const { type, kind, data } of own) {
    expect([type, readBySchema(type, data)]).toEqual([type, JSON.parse(data)])
    expect([type, kind]).toEqual([type, isAuditEventType(type) ? auditEvents[type].kind : undefined])
  }
  return new Set(own.map(({ type }) => type))
}
