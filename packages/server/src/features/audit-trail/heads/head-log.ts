import type { Database } from '../../../platform/database/database.ts'
import { presentHead, type SignedHead } from '../verification/signed-head.ts'

/** The part of the operator's log that receives heads. */
export interface HeadLine {
  info(line: { audit_head: ReturnType<typeof presentHead> }, message: string): void
}

interface Deps {
  database: Database
  log: HeadLine
  /** Hands a head to the operator's timestamp service, if one is configured. */
  post?: (head: ReturnType<typeof presentHead>) => void
}

const batchSize = 500
const maxBatches = 20

export type HeadLog = ReturnType<typeof createHeadLog>

/**
 * Writes the signed heads of trails to the operator's log, out of reach of anyone who can change the database. Each
 * head is logged by exactly one node.
 */
export const createHeadLog = ({ database, log, post }: Deps) => {
  const tell = (head: SignedHead, message: string): void => {
    const shown = presentHead(head)
    log.info({ audit_head: shown }, message)
    post?.(shown)
  }

  const take = async (): Promise<SignedHead[]> => {
    const { rows } = await database.query<SignedHead>({
      name: 'audit_heads_log',
      text: `UPDATE audit_heads a SET logged_seq = a.seq
        WHERE a.deal_id IN (
          SELECT deal_id FROM audit_heads WHERE logged_seq < seq ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING a.deal_id AS "dealId", a.seq::float8 AS seq, a.hash, a.at, a.signature`,
      values: [batchSize],
    })
    return rows
  }

  return {
    /** Logs the head of a decision immediately. */
    decided: async (head: SignedHead): Promise<void> => tell(head, 'Audit trail head at a decision'),

    /** Logs the heads that moved since the last run. Runs periodically and before the process ends. */
    run: async (): Promise<void> => {
      for (let batch = 0; batch < maxBatches; batch++) {
        const heads = await take()
        for (const head of heads) tell(head, 'Audit trail head')
        if (heads.length < batchSize) return
      }
    },
  }
}
