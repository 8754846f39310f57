import { defineMessages } from '@deal-canvas/messages'

/** API keys: their service members, why one cannot be made, and the mails about them. */
export const apiKeyMessages = defineMessages('apiKeys', {
  memberName: '{name} (API key)',

  nameBlank: 'Name must contain at least one visible character',
  dealNotFound: 'The organization does not have this deal',
  dealsOfAll: 'A key for all deals cannot be granted single deals',
  provisioningDeals: 'A key for provisioning cannot be granted deals',

  createdSubject: 'A new API key for your organization',
  createdText: '{personName} created the API key “{keyName}” for {orgName}.',
  rotatedSubject: 'An API key of your organization has a new secret',
  rotatedText: '{personName} replaced the secret of the API key “{keyName}” of {orgName}.',
  mailHint: 'If you did not expect this, revoke the key on the page of the organization.',
  mailLink: 'The organization',
})
