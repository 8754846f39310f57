import { defineMessages } from '@deal-canvas/messages'

/** Scenarios and their proposals. */
export const scenarioMessages = defineMessages('scenarios', {
  base: 'Base',
  currentCase: 'Current case',
  currentCaseNumbered: 'Current case {number}',
  proposalOfInput: '{label} {value}',
  proposalNumbered: '{name} ({number})',
  inputTwice: 'This input is listed twice',
  dateInvalid: 'There is no such date',
  nameBlank: 'Name must contain a letter or digit',
  tooManyInputs: 'A scenario can have at most {max} inputs, including those of the scenario it is based on',
  tooManyCompared: 'At most {max} scenarios can be compared',
  comparedTwice: 'This scenario is listed twice',
  presented: 'The memo presents the scenario {name}',
  presentedBase: 'The memo presents the workbook without overrides',
  adopted: 'The proposal {name} was adopted',
  proposed: '{name}: {inputs, plural, one {# input} other {# inputs}}',
})
