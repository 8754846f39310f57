import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'
import type { SectionKind } from '../sections/catalogue.ts'
import type { Given } from './draft-section.ts'
import { titledList } from './titled-list.ts'

const maxQuestions = 10

/** Drafts what is still open: what to write, to confirm and to ask. Undefined if nothing is. */
export const draftOpenItems = (
  { unconfirmed = new Map(), missing = new Map(), material }: Given,
  unwritten: readonly Pick<SectionKind, 'label' | 'contains'>[],
): string | undefined => {
  const labels = [...unconfirmed.values()]
  const parts = [
    ...titledList(messages.openQuestions(), [...(material?.questions ?? [])].slice(0, maxQuestions)),
    ...titledList(messages.numbersToConfirm(), labels.length === 0 ? [] : [labels.join(', ')]),
    ...titledList(messages.numbersNotFound(), missing.size === 0 ? [] : [[...missing.values()].join(', ')]),
    ...titledList(messages.filesNotRead(), material?.unread ?? []),
    ...titledList(
      messages.sectionsToWrite(),
      unwritten.map(({ label, contains }) => messages.sectionToWrite({ section: label, contents: contains })),
    ),
  ]
  return parts.length === 0 ? undefined : parts.join('\n\n')
}
