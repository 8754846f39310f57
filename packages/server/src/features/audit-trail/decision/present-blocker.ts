import type { OpenBlocker } from '@deal-canvas/contract'
import { snippetOf } from '../../../platform/snippet.ts'
import type { OpenBlockerRow } from '../audit-trail.store.ts'

export const presentBlocker = (blocker: OpenBlockerRow): OpenBlocker => ({
  comment_id: blocker.id,
  author_id: blocker.authorId,
  author_name: blocker.authorName,
  author_email_verified: blocker.authorEmailVerified,
  section_key: blocker.sectionKey,
  excerpt: snippetOf(blocker.beginning),
  created_at: blocker.createdAt.toISOString(),
})
