import { defineMessages } from '@deal-canvas/messages'

/** Text around the content of the public site. The content itself is data that superadmins edit. */
export const siteMessages = defineMessages('site', {
  skip: 'Skip to content',
  navigation: 'Site',
  footerNavigation: 'Site, footer',
  signIn: 'Sign in',
  apiReference: 'API',
  notFoundTitle: 'Page not found · Deal Canvas',
  notFoundHeading: 'Page not found',
  notFoundDescription: 'There is no page at this address.',
  notFoundText: 'There is no page at this address. Check the address, or go to the home page.',
  home: 'Go to the home page',
  screenshot: 'A deal on the canvas: the outline, the memo with its numbers, and the comments beside it',
  email: 'Email',
  telephone: 'Telephone',
  postalAddress: 'Address',
  howToReachUs: 'How to reach us',
  reasonsToWrite: 'Reasons to contact us',
  securityMeasures: 'Security measures',
})
