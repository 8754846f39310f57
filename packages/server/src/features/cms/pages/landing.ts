import { homeGraph } from '../site-graph.ts'
import { line, type PageCopy, text } from '../site-page.ts'

export const landing: PageCopy = {
  id: 'landing',
  title: 'Landing page',
  path: '/',
  metaTitle: 'Deal Canvas: the memo and the model in step',
  metaDescription:
    'Review investment memos with your team. Every number stays tied to its cell, and every decision has an audit trail.',
  schemaMarkup: homeGraph,
  texts: {
    hero_title: line('The memo and the model, finally in step'),
    hero_text: text(
      'Drop a workbook. Read a memo whose numbers are live. Comment on it, test an assumption, decide, and keep a record that can be checked.',
    ),
    hero_action: line('Sign in'),
    hero_second_action: line('See how it works'),

    problem_title: line('A memo is written once. The model keeps moving.'),
    problem_text: text(
      'Numbers are copied into a document, the model changes overnight, and the committee reads yesterday’s return. Comments sit in one place, the workbook in another, and a year later nobody can say why the deal was approved.',
    ),

    steps_title: line('How it works'),
    step_1_title: line('Bring the model and the documents'),
    step_1_text: text(
      'Excel workbooks, CSV, PDF, Word and text files. Each file is read as it is; you see what was found in it and what was not.',
    ),
    step_2_title: line('Read a memo whose numbers are live'),
    step_2_text: text(
      'The memo is laid out in the sections that investment committees expect. Each number in it is a cell of the model and shows where it comes from.',
    ),
    step_3_title: line('Review it together'),
    step_3_text: text(
      'Comment, ask, suggest another wording or raise a blocker on the exact passage. Others see it within a second.',
    ),
    step_4_title: line('Decide with an audit trail'),
    step_4_text: text(
      'Approve, decline or defer with a rationale. Open blockers prevent a decision until they are resolved or overridden with a reason.',
    ),

    features_title: line('Made for people who live in spreadsheets'),
    features_text: text('Calm, dense and quick, with the keyboard first.'),
    feature_1_title: line('Every number has a cell'),
    feature_1_text: text(
      'Point at a number to see its sheet, its cell and whether our own recalculation agrees with the workbook. When the model changes, the sections that cite it are marked as stale.',
    ),
    feature_2_title: line('Run what-ifs before you commit'),
    feature_2_text: text(
      'Change the exit cap rate, the growth or the price and watch it run through the workbook’s own formulas: every metric before and after, the path from cause to effect, the sections it touches.',
    ),
    feature_3_title: line('A range instead of a point'),
    feature_3_text: text(
      'Let an assumption vary and see where the returns fall, how likely a covenant is breached, and which inputs drive the result. The same seed gives the same answer.',
    ),
    feature_4_title: line('The model is checked, too'),
    feature_4_text: text(
      'Hard-coded totals, sources that do not equal uses, tabs that disagree: findings name the sheet and the cell, weighed into one integrity score.',
    ),
    feature_5_title: line('Evidence beside the claim'),
    feature_5_text: text(
      'Select a sentence and find the passages that support or contradict it, with the page or the cell they stand in.',
    ),
    feature_6_title: line('An audit trail that can be verified'),
    feature_6_text: text(
      'Everything that happens to a deal is recorded in one hash-chained, signed audit trail, so that later changes to it can be detected.',
    ),

    faq_title: line('Frequently asked questions'),
    faq_1_question: line('Do we have to rebuild our model?'),
    faq_1_answer: text(
      'No. Workbooks come in as they are. Formulas are recalculated and compared with the values that Excel stored; a cell that cannot be reproduced keeps its stored value, and you are told how many there are.',
    ),
    faq_2_question: line('Does it invent numbers?'),
    faq_2_answer: text(
      'No. A number in the memo is a metric with a source cell. Where there is no value, the memo says so and gives the reason.',
    ),
    faq_3_question: line('Who can see a deal?'),
    faq_3_answer: text(
      'Its members, the teams it is shared with, and the admins and owners of its organization. To everyone else the deal does not exist.',
    ),
    faq_4_question: line('What if we only have values, or only a few figures?'),
    faq_4_answer: text(
      'Both work. Where a workbook has no usable formulas, or metrics are entered by hand, what-ifs use a catalogue of standard formulas and say so.',
    ),
    faq_5_question: line('Where does our data live?'),
    faq_5_answer: text(
      'In the database and the folder of the operator of the service. You can run it yourself, on one machine or on your own servers.',
    ),

    closing_title: line('Read your next deal on live numbers'),
    closing_text: text('Sign in with your work address, or write to us if you would like to see it first.'),
    closing_action: line('Sign in'),
    closing_second_action: line('Contact us'),
  },
}
