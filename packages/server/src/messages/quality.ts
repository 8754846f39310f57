import { defineMessages } from '@deal-canvas/messages'

/** Findings of data quality. */
export const qualityMessages = defineMessages('quality', {
  contradiction: 'Document contradicts another number',
})
