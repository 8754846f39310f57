import { innerGraph } from '../site-graph.ts'
import { line, type PageCopy, text } from '../site-page.ts'

const path = '/pricing'

export const pricing: PageCopy = {
  id: 'pricing',
  title: 'Pricing',
  path,
  metaTitle: 'Pricing · Deal Canvas',
  metaDescription:
    'Deal Canvas is open source under the MIT license. Run it yourself at no charge, or ask about terms for this service.',
  schemaMarkup: innerGraph({ type: 'WebPage', name: 'Pricing', path }),
  texts: {
    hero_title: line('One product, three ways to run it'),
    hero_text: text(
      'Deal Canvas is open source. There is no smaller edition: every way of running it has every feature.',
    ),

    plan_1_title: line('On your own machine'),
    plan_1_price: line('No charge'),
    plan_1_text: text(
      'One command and one folder, with the database built in. Good for trying it out and for a small team.',
    ),
    plan_1_points: text(
      'Every feature, with sample deals to look at\nAll data in one folder on your disk\nNo other software to install but Node.js',
    ),
    plan_1_action: line('Read the API reference'),

    plan_2_title: line('On your own servers'),
    plan_2_price: line('No charge'),
    plan_2_text: text(
      'Several nodes on your PostgreSQL and Redis, behind your proxy, with your mail server and your backups.',
    ),
    plan_2_points: text(
      'The same program, configured by environment variables\nHealth checks and metrics for your monitoring\nYour data never leaves your network unless you say so',
    ),
    plan_2_action: line('Ask how to operate it'),

    plan_3_title: line('On this service'),
    plan_3_price: line('By agreement'),
    plan_3_text: text(
      'The team that runs this service takes care of servers, upgrades and backups. Accounts are by invitation; terms are agreed with you.',
    ),
    plan_3_points: text('Nothing to install\nYour organization, teams and roles\nTerms in writing before you start'),
    plan_3_action: line('Ask for terms'),

    faq_title: line('About the price'),
    faq_1_question: line('What does the license allow?'),
    faq_1_answer: text(
      'The MIT license lets you use, change and share the software, also commercially. It comes without a warranty.',
    ),
    faq_2_question: line('Is there a charge per person or per deal?'),
    faq_2_answer: text(
      'Not when you run it yourself: the software does not count people. On this service, the price is part of our agreement.',
    ),
    faq_3_question: line('Can we move from this service to our own servers?'),
    faq_3_answer: text(
      'Yes. It is the same software on both sides, and what is stored is in an ordinary PostgreSQL database.',
    ),
    faq_4_question: line('What will it cost us to run?'),
    faq_4_answer: text(
      'A server, a database and someone who maintains them. How much of each depends on your deals; the operations guide says what was measured.',
    ),

    closing_title: line('Not sure which one to choose?'),
    closing_text: text('Tell us how many people review deals with you and where your data may live.'),
    closing_action: line('Contact us'),
  },
}
