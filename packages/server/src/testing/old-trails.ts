import { hashEntry, noHash, sealData } from '../features/audit-trail/verification/chain.ts'
import { createSigner } from '../features/audit-trail/verification/signer.ts'
import { newId } from '../platform/ids.ts'

type Sql = (text: string, values?: unknown[]) => Promise<unknown>

interface OldEvent {
  type: string
  data: Record<string, unknown>
  actorId: string
  /** Data and salt removed, which earlier versions allowed without any trace. */
  erased?: boolean
}

/** Appends events to a deal as versions before signed heads did: chained and signed, but without digests. */
export const appendOldEvents = async (
  sql: Sql,
  auditTrailKey: string,
  dealId: string,
  events: readonly OldEvent[],
  { seq: lastSeq, hash: lastHash } = { seq: 0, hash: noHash },
): Promise<{ seq: number; hash: string; ts: Date }> => {
  const signer = createSigner(auditTrailKey)
  const ts = new Date('2026-10-01T09:30:00.000Z')
  let [seq, prevHash] = [lastSeq, lastHash]
  for (const { type, data, actorId, erased = false } of events) {
    seq += 1
    const facts = { dealId, seq, ts, kind: 'activity' as const, type, actorId, bySuperadmin: false }
    const sealed = sealData(data)
    const hash = hashEntry(prevHash, { ...facts, dataDigest: sealed.dataDigest })
    await sql(
      `INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
       VALUES ($1, $2, $3, 'activity', $4, $5, false, $6, $7, $8, $9, $10, $11)`,
      [
        dealId,
        seq,
        ts,
        type,
        actorId,
        erased ? null : sealed.data,
        erased ? null : sealed.salt,
        sealed.dataDigest,
        prevHash,
        hash,
        signer.sign(hash),
      ],
    )
    prevHash = hash
  }
  await sql('UPDATE journal_heads SET seq = $2::int, hash = $3, last_at = $4, activity = $2::int WHERE deal_id = $1', [
    dealId,
    seq,
    prevHash,
    ts,
  ])
  return { seq, hash: prevHash, ts }
}

/** Creates a deal with its owner as an earlier version stored it; returns its id. */
export const plantOldDeal = async (sql: Sql, ownerId: string, id = newId()): Promise<string> => {
  await sql(
    `INSERT INTO deals (id, name, tier, status, created_at, updated_at)
     VALUES ($1, 'An old deal', 'legacy', 'open', now(), now())`,
    [id],
  )
  await sql(
    `INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls)
     VALUES ($1, 0, $2, 0, 0, 0, 0, 0)`,
    [id, noHash],
  )
  await sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'owner', now())", [
    id,
    ownerId,
  ])
  return id
}

/** A deal written, calculated and finalized by an earlier version, with one event whose data was erased. */
export const plantOldDecision = async (sql: Sql, auditTrailKey: string, ownerId: string): Promise<string> => {
  const dealId = await plantOldDeal(sql, ownerId)
  const key = 'thesis'
  for (const [table, version, content] of [
    ['section_versions', 1, 'The price is fair.'],
    ['section_versions', 2, 'The price is high.'],
  ] as const) {
    if (version === 1)
      await sql(
        `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
         VALUES ($1, $2, 'Thesis', 'The price is high.', 2, 0, '{}', false, 0, now())`,
        [dealId, key],
      )
    await sql(
      `INSERT INTO ${table} (deal_id, section_key, version, title, content, updated_at)
       VALUES ($1, $2, $3, 'Thesis', $4, now())`,
      [dealId, key, version, content],
    )
  }
  await sql(
    `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, position, version, updated_at)
     VALUES ($1, 'purchase_price', 'Purchase price', 'currency', 1000000, 0, 1, now())`,
    [dealId],
  )
  const by = { actorId: ownerId }
  const { ts } = await appendOldEvents(sql, auditTrailKey, dealId, [
    { type: 'section.created', data: { section_key: key, version: 1 }, ...by },
    { type: 'section.updated', data: { section_key: key, version: 2 }, ...by },
    {
      type: 'metric.updated',
      data: { metric_key: 'purchase_price', version: 1, before: null, after: 1_000_000 },
      ...by,
    },
    { type: 'ext.asked', data: { question: 'Who?' }, erased: true, ...by },
    { type: 'deal.finalized', data: { decision: 'declined', blockers_open: 0 }, ...by },
  ])
  await sql(
    `UPDATE deals SET status = 'finalized', decision = 'declined', rationale = 'Too risky', decided_by = $2, decided_at = $3
     WHERE id = $1`,
    [dealId, ownerId, ts],
  )
  return dealId
}
