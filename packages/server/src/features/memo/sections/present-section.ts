import type { Section } from '@deal-canvas/contract'
import type { SectionRow } from './sections.store.ts'

export const presentSection = (section: SectionRow): Section => ({
  section_key: section.sectionKey,
  title: section.title,
  content: section.content,
  version: section.version,
  stale: section.stale,
  updated_by: section.updatedBy,
  updated_by_name: section.updatedByName,
  updated_by_email_verified: section.updatedByEmailVerified,
  updated_at: section.updatedAt.toISOString(),
})
