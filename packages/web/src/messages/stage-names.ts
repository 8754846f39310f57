import { defineMessages } from './define-messages.ts'

export const stageNameMessages = defineMessages('stage-names', {
  title: 'Names of stages',
  hint: 'What you call the stages of your deals. An empty field has the built-in name.',
})
