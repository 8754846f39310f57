import { defineMessages } from '@deal-canvas/messages'

export const organizationMessages = defineMessages('organizations', {
  nameLength: 'Name must have {min, number} to {max, number} characters',
  organizationNameWithoutLetter: 'Name must contain a letter or a digit',
  teamNameInvisible: 'Name must contain at least one visible character',
})
