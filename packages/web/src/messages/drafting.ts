import { defineMessages } from './define-messages.ts'

/** Drafting the memo again. */
export const draftingMessages = defineMessages('drafting', {
  act: 'Draft again',
  title: 'Draft the memo again',
  hint: 'Drafts the memo from what the deal holds now: its numbers, the tables of its workbook, and what its documents state. Sections that somebody has edited stay as they are; new ones are added where there is something to say.',
  added: 'Added',
  redrafted: 'Drafted again',
  kept: 'Kept, because somebody wrote or edited them',
  unchanged: 'The draft is up to date.',
})
