import { defineMessages } from './define-messages.ts'

export const provisioningMessages = defineMessages('provisioning', {
  title: 'Provisioning (SCIM)',
  hint: 'Your identity provider can add and remove people and teams. Enter the base URL there, and an API key with the scope Provisioning as the token. Only people whose email domain is assigned to this organization can be added.',
  baseUrl: 'Base URL',
  counts:
    '{people, plural, one {# person} other {# people}}, {suspended, number} suspended, {groups, plural, one {# team} other {# teams}}',
  lastRequest: 'Last request {time}',
  never: 'No requests yet',
  refusals: 'Refused requests',
  refusal: '{operation}: {status} {code}',
  provisioned: 'Provisioned',
})
