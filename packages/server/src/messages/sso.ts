import { defineMessages } from '@deal-canvas/messages'

/** Why settings of single sign-on cannot be saved. */
export const ssoMessages = defineMessages('sso', {
  issuerNotUrl: 'The issuer must be an https address without query, such as https://login.example.com',
  blank: 'This must not be blank',
  scopesInvalid: 'Scopes are words separated by spaces',
  secretMissing: 'Enter the client secret',
  notAnOwner: 'This person is not an active owner of the organization',
  domainMalformed: 'This is not a domain, such as example.com',
  domainPublic: 'Anyone can have an address in this domain, so it cannot be assigned',
})
