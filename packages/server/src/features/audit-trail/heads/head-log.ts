import type { Database } from '../../../platform/database/database.ts'
import { presentHead, type SignedHead } from '../verification/signed-head.ts'

/** The operator's log, as far as heads go. */
export interface HeadLine {
  info(line: { audit_head: ReturnType<typeof presentHead> }, message: string): void
}

interface Deps {
  database: Database
  log: HeadLine
  /** Hands a head to the operator's timestamp service, where there is one. */
  post?: (head: ReturnType<typeof presentHead>) => void
}

const batchSize = 500
const maxBatches = 20

export type HeadLog = ReturnType<typeof createHeadLog>

/**
 * Writes the signed heads of trails into the operator's log, where whoever can change the database cannot reach them.
 * Each head is taken by one node.
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
    /** At once, for a decision. */
    decided: async (head: SignedHead): Promise<void> => tell(head, 'Audit trail head at a decision'),

    /** Those that moved since they were last logged; now and then, and before the process ends. */
    run: async (): Promise<void> => {
      for (let batch = 0; batch < maxBatches; batch++) {
        const heads = await take()
        for (const head of heads) tell(head, 'Audit trail head')
        if (heads.length < batchSize) return
      }
    },
  }
}
