import { defineMessages } from '@deal-canvas/messages'

/** The sources of a drafted sentence. */
export const providerDraftMessages = defineMessages('provider_drafts', {
  source: '{file}',
  sourceOnPage: '{file}, p. {page}',
})
