import { defineMessages } from '@deal-canvas/messages'

export const webhookMessages = defineMessages('webhooks', {
  blankName: 'Name must not be blank',
  notAUrl: 'Enter a complete URL, such as https://hooks.example.com/deals',
  not_https: 'The URL must start with https://',
  credentials: 'The URL must not contain a user name or password. Deliveries are signed instead.',
  port: 'Use port 443, or a port from 1024 on',
  address: 'The URL must be on the public internet',
  noEventTypes: 'Choose at least one type of event, or send null for all',
  noDeals: 'Choose at least one deal, or send null for all',
  foreignDeal: 'Every deal must belong to this organization',
})
