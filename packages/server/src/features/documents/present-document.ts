import type { Document } from '@deal-canvas/contract'
import type { DocumentRow } from './documents.service.ts'

/** Maps a document to its API representation. */
export const presentDocument = (document: DocumentRow): Document => ({
  id: document.id,
  file_name: document.fileName,
  kind: document.kind,
  ...(document.path === null ? {} : { path: document.path }),
  ...(document.parentId === null ? {} : { parent_id: document.parentId }),
  size: document.size,
  sha256: document.sha256,
  state: document.state,
  problem: document.problem,
  ...(document.problemDismissedAt === null ? {} : { problem_dismissed_at: document.problemDismissedAt.toISOString() }),
  title: document.title,
  parts: document.parts,
  ...(document.ocrPages === null ? {} : { ocr: { pages: document.ocrPages, read: document.ocrRead ?? 0 } }),
  uploaded_by: {
    id: document.uploadedBy,
    display_name: document.uploaderName,
    email_verified: document.uploaderEmailVerified,
  },
  created_at: document.createdAt.toISOString(),
})
