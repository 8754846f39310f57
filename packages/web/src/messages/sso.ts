import { defineMessages } from './define-messages.ts'

export const ssoMessages = defineMessages('sso', {
  // Sign in
  continueWith: 'Continue with {provider}',
  failed: 'Signing in did not work. Try again.',

  // Linked identities of an account
  identities: 'Single sign-on',
  identitiesHint: 'Sign in to this account with an identity of your organization.',
  linked: 'Single sign-on is linked to your account.',
  linkWith: 'Link {provider}',
  identityOf: '{email} · {organization}',
  identityLinked: 'Linked {linked}',
  identityUsed: 'Linked {linked} · last used {used}',
  unlink: 'Unlink',
  unlinkOf: 'Unlink {email}',
  unlinkTitle: 'Unlink {email}?',
  unlinkEffect: 'This identity no longer signs in to your account. Sessions that are open stay open.',
  unlinked: '{email} is no longer linked.',

  // Settings of an organization
  title: 'Single sign-on',
  hint: 'Members sign in with the identity provider of your organization (OpenID Connect).',
  redirectUri: 'Redirect URI',
  redirectUriHint: 'Register this address at your identity provider.',
  name: 'Name of the provider',
  nameHint: 'People see it when they sign in, such as "Northwind Okta".',
  issuer: 'Issuer',
  issuerHint: 'Exactly as in the discovery document of the provider.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  clientSecretHint: 'Stored encrypted and never shown.',
  clientSecretKept: 'Stored. Leave it empty to keep it.',
  scopes: 'Scopes',
  scopesHint: 'Separated by spaces.',
  save: 'Save settings',
  saved: 'The settings are saved.',
  remove: 'Remove',
  removeTitle: 'Remove single sign-on?',
  removeEffect: 'Members then sign in with a password or a mailed link.',
  test: 'Test settings',
  testOk: 'The provider answers as expected. Sign in once to check client and claims.',
  domains: 'Email domains',
  noDomains: 'No domain is assigned yet. Ask the operator of this service to assign yours.',
  domainsHint: 'Only people with an address in these domains can sign in. The operator assigns them.',
  breakGlass: 'Owner who can still use a password',
  breakGlassHint: 'For when the provider is down.',
  nobody: 'Nobody',
  required: 'Require single sign-on',
  requiredHint:
    'Members with an address in your domains can then sign in only this way. Their sessions opened by password or link end.',
  requiredUntested: 'An owner must sign in by single sign-on once before it can be required.',

  // What is wrong with a provider
  blocked_address: 'The provider has an address that is not on the public internet.',
  unreachable: 'The provider cannot be reached. Check the issuer.',
  timeout: 'The provider takes too long to answer.',
  redirected: 'The provider redirects to another address. Enter the issuer that it redirects to.',
  too_large: 'The answer of the provider is too large.',
  not_found: 'There is no discovery document at this issuer. Check the issuer.',
  malformed: 'The discovery document cannot be read.',
  issuer_mismatch: 'The discovery document names another issuer. Enter exactly that one.',
  insecure_endpoint: 'An endpoint of the provider does not use https.',
  no_signing_algorithm: 'The provider does not sign with a public-key algorithm, such as RS256.',
  no_code_flow: 'The provider does not support the authorization code flow.',
  no_keys: 'The keys of the provider cannot be read.',

  // Domains, for superadmins
  domainsAct: 'Email domains',
  domainsTitle: 'Email domains of {name}',
  domainsWarning:
    'The owners of the organization can sign in anyone with an address in its domains. Check that they own the domain.',
  domain: 'Domain',
  addDomain: 'Assign domain',
  removeDomain: 'Remove',
  removeDomainOf: 'Remove {domain}',
})
