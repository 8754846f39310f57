import { defineMessages } from '@deal-canvas/messages'

export const savedViewMessages = defineMessages('saved-views', {
  blank: 'Must not be blank',
  repeated: 'Each one can be listed once',
})
