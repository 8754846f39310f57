import { innerGraph } from '../site-graph.ts'
import { line, type PageCopy, text } from '../site-page.ts'

const path = '/security'

export const security: PageCopy = {
  id: 'security',
  title: 'Security',
  path,
  metaTitle: 'Security · Deal Canvas',
  metaDescription:
    'How Deal Canvas keeps deals apart, signs people in, records what happens and handles files. And what is left to the operator.',
  schemaMarkup: innerGraph({ type: 'WebPage', name: 'Security', path }),
  texts: {
    hero_title: line('Deals are confidential. The service is built that way.'),
    hero_text: text('What we do, in plain words, and what is left to the operator of the service.'),

    point_1_title: line('A deal you cannot see does not exist'),
    point_1_text: text(
      'Each request is checked against your current role. A deal, organization or comment that is not yours is answered exactly like one that was never there.',
    ),
    point_2_title: line('Revoked access ends with the next request'),
    point_2_text: text(
      'Tokens carry no roles. When someone leaves, is suspended or signs out, their sessions end at once and open pages are closed within seconds.',
    ),
    point_3_title: line('Passwords and links'),
    point_3_text: text(
      'Passwords are stored as Argon2id hashes and never in plain text. Sign-in links and codes work once, for fifteen minutes. Failed attempts are counted per account and per address.',
    ),
    point_4_title: line('You see your own sessions'),
    point_4_text: text(
      'Everyone can list where they are signed in and end a session. A stolen refresh token that is used a second time ends the whole session and is recorded.',
    ),
    point_5_title: line('An audit trail that shows tampering'),
    point_5_text: text(
      'Every event in a deal’s audit trail is chained to the one before it and signed with a key that is kept outside the database. Anyone who can see the deal can verify it.',
    ),
    point_6_title: line('Files are not trusted'),
    point_6_text: text(
      'Uploads are judged by their content, not their name. Decompression bombs are rejected, and workbooks are read with limited memory and time. Macros are never run.',
    ),
    point_7_title: line('Administrators are audited, too'),
    point_7_text: text(
      'Every action of an administrator is logged with the state before and after. Running the service gives no access to a deal by itself: it takes a reason, lasts an hour and is marked in the deal’s audit trail.',
    ),
    point_8_title: line('Deleting means deleting'),
    point_8_text: text(
      'When a comment is deleted, its text, its history and its attachments are erased. The audit trail keeps the fact, not the text.',
    ),

    operator_title: line('What is left to the operator'),
    operator_text: text(
      'Encryption of disks and backups, TLS at the proxy, updates of the operating system, and the choice of a mail server. No outside service is called unless it is configured; an embeddings endpoint would receive passages of documents.',
    ),

    claims_title: line('What we do not claim'),
    claims_text: text(
      'The published software is not certified. If you need a certification, ask the operator of the service.',
    ),

    report_title: line('Found something?'),
    report_text: text('Tell us before you tell others, with steps to reproduce it and without real deal data.'),
    report_action: line('Report a vulnerability'),
  },
}
