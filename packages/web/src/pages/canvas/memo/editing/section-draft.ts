import type { Section } from '@deal-canvas/contract'
import { fieldsOf } from '../../../../ui/fields-of.ts'
import { stored } from '../../../../ui/stored.ts'

export interface SectionText {
  readonly title: string
  readonly content: string
}

/** An unsaved text of a section, and the version it is based on. */
export interface SectionDraft extends SectionText {
  readonly base: SectionText & { readonly version: number }
  readonly at: string
}

const isText = (value: unknown): value is SectionText =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  typeof value.title === 'string' &&
  'content' in value &&
  typeof value.content === 'string'

const isDraft = (value: unknown): value is SectionDraft =>
  isText(value) &&
  'at' in value &&
  typeof value.at === 'string' &&
  'base' in value &&
  isText(value.base) &&
  'version' in value.base &&
  typeof value.base.version === 'number'

export const beginDraft = ({ title, content, version }: Section): SectionDraft => ({
  title,
  content,
  base: { title, content, version },
  at: new Date().toISOString(),
})

export const isUntouched = ({ title, content, base }: SectionDraft): boolean =>
  title === base.title && content === base.content

/** Stored in this browser for its author until it is saved or discarded. */
export const draftPlace = (userId: string, dealId: string, sectionKey: string) => {
  const name = `section-draft.${userId}.${dealId}.${sectionKey}`
  return {
    read: (): SectionDraft | undefined => {
      const draft = fieldsOf(stored.read(name))
      return isDraft(draft) && !isUntouched(draft) ? draft : undefined
    },
    keep: (draft: SectionDraft): void => stored.write(name, isUntouched(draft) ? undefined : JSON.stringify(draft)),
    forget: (): void => stored.write(name, undefined),
  }
}
