import { innerGraph } from '../site-graph.ts'
import { line, type PageCopy, text } from '../site-page.ts'

const path = '/contact'

export const contact: PageCopy = {
  id: 'contact',
  title: 'Contact',
  path,
  metaTitle: 'Contact · Deal Canvas',
  metaDescription:
    'How to reach the people who run this Deal Canvas: questions before you start, help with an account, security reports.',
  schemaMarkup: innerGraph({ type: 'ContactPage', name: 'Contact', path }),
  texts: {
    hero_title: line('Talk to the people who run this service'),
    hero_text: text('Say what you need in a sentence or two. A person reads it.'),

    // Empty until the operator fills them in: an address that nobody reads is worse than none.
    email: line(''),
    telephone: line(''),
    postal_address: text(''),
    no_address_text: text(
      'No address has been published here yet. If you have an account, write to the person who invited you.',
    ),

    reason_1_title: line('Before you start'),
    reason_1_text: text('Whether it fits your deals, how to run it, terms for this service.'),
    reason_2_title: line('Help with an account'),
    reason_2_text: text(
      'Sign-in trouble, a changed address, someone who left. For access to an organization or a deal, ask its owner: only they can grant it.',
    ),
    reason_3_title: line('A security vulnerability'),
    reason_3_text: text('Steps to reproduce it, and how to reach you. Leave real deal data out of the message.'),
    reason_4_title: line('Your data'),
    reason_4_text: text(
      'What is stored about you, a copy of it, or its deletion. Write from the address of your account.',
    ),

    privacy_text: text('Never send a password, a code or a workbook by mail. We never ask for them.'),
  },
}
