import { createEvidenceStore } from '../features/evidence/evidence.store.ts'
import { newId } from '../platform/ids.ts'
import type { TestService } from './service.ts'

/** Inserts a document whose pages have these passages, found by words; returns its id. */
export const plantDocument = async (
  { sql, service }: Pick<TestService, 'sql' | 'service'>,
  { dealId, uploadedBy, fileName = 'OM.txt' }: { dealId: string; uploadedBy: string; fileName?: string },
  passages: readonly string[],
): Promise<string> => {
  const id = newId()
  await sql(
    `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
      VALUES ($1, $2, $5, 'txt', 1, $3, 'stored', $4, now(), now())`,
    [id, dealId, 'a'.repeat(64), uploadedBy, fileName],
  )
  const store = createEvidenceStore(service.database)
  await store.open(dealId, 'words', new Date())
  await store.add(
    { dealId, documentId: id },
    0,
    passages.map((content, at) => ({ page: at + 1, sheet: null, cell: null, content })),
  )
  await store.recount(dealId, new Date())
  return id
}
