import { innerGraph } from '../site-graph.ts'
import { line, type PageCopy, text } from '../site-page.ts'

const path = '/about'

export const about: PageCopy = {
  id: 'about',
  title: 'About',
  path,
  metaTitle: 'About · Deal Canvas',
  metaDescription:
    'Why Deal Canvas exists: investment decisions deserve numbers with a source, a discussion in one place and a lasting audit trail.',
  schemaMarkup: innerGraph({ type: 'AboutPage', name: 'About Deal Canvas', path }),
  texts: {
    hero_title: line('A decision should remember how it was made'),
    hero_text: text(
      'Deal Canvas brings the model, the memo and the discussion of a deal onto one page, and keeps them in step until the decision and after it.',
    ),

    story_title: line('Why we build it'),
    story_text: text(
      'A deal is judged on a workbook that few people can read and a memo that everyone reads. Between the two, numbers are copied by hand. The copy is where mistakes hide: an old rent roll, a rate typed as a fraction, a return from a version that nobody has anymore.\n\nWe think the memo should not hold copies at all. Its numbers should be the model’s own, each with the cell it comes from, and a question about a number should be asked right there.',
    ),

    principles_title: line('Our principles'),
    principle_1_title: line('Accuracy before speed'),
    principle_1_text: text(
      'The engine recalculates a workbook and compares every cell with what Excel stored. Where they differ, or where we cannot tell, the page says so.',
    ),
    principle_2_title: line('No invented numbers'),
    principle_2_text: text(
      'A number without a source is not shown as a number. A score is never perfect where little could be checked.',
    ),
    principle_3_title: line('Attention is scarce'),
    principle_3_text: text(
      'Color means that something needs you. Notifications say why you got them, and your own actions never cause one.',
    ),
    principle_4_title: line('Your data is yours'),
    principle_4_text: text(
      'The software is open source and runs where you want it to run. Deleted data is erased; the audit trail can be verified.',
    ),

    people_title: line('Who it is for'),
    people_text: text(
      'Analysts who build the model, partners who read the memo, committees that decide, and the people who have to explain the decision later. In private equity, real estate and venture capital.',
    ),

    source_title: line('Open source'),
    source_text: text(
      'Deal Canvas is published under the MIT license. Its API, its limits and its measurements are documented, and anyone may read how it works.',
    ),

    closing_title: line('See it with a deal of your own'),
    closing_text: text('A workbook is all it takes to begin.'),
    closing_action: line('Sign in'),
  },
}
