import { dealRole } from './access.ts'
import { VotedState } from './committee.ts'
import { calendarDate, dealId } from './deals.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { signOffSubjects } from './sign-off-subjects.ts'
import { maxSignOffLabelLength, maxSignOffNoteLength, maxSignOffs } from './sizes.ts'

const tag = 'Committee'

const subject = oneOf(signOffSubjects, { description: 'What it is about; `other`: what its label says.' })
const assignee = uuid({ description: 'The person who is asked, with any role on the deal.' })
const given = {
  label: nullable(
    text({
      description: 'What exactly is signed off; null: the subject says it. Required for `other`.',
      min: 1,
      max: maxSignOffLabelLength,
      examples: ['Lender term sheet'],
    }),
  ),
  due_on: nullable(calendarDate('The day on which it is due; null: not set.')),
}
const note = nullable(
  text({
    description: 'A remark of the person who signs; null: none.',
    min: 1,
    max: maxSignOffNoteLength,
    examples: ['Purchase agreement, draft 3'],
  }),
)

export const Signature = model(
  {
    signed_on: described(VotedState, 'What the person had read.'),
    is_current: boolean({ description: 'Whether the deal still shows it; otherwise the person is asked again.' }),
    note,
    signed_at: instant({ description: 'When it was signed.' }),
  },
  { title: 'Signature' },
)
export type Signature = Static<typeof Signature>

export const SignOff = model(
  {
    id: uuid({ description: 'The sign-off.' }),
    subject,
    ...given,
    assignee_id: assignee,
    assignee_name: text({ description: 'The name of that person.', examples: ['Hannah Weiss'] }),
    assignee_email_verified: emailVerified,
    assignee_avatar_url: nullable(text({ description: 'The picture of that person; null: none.' })),
    assignee_on_deal: boolean({
      description: 'Whether that person can see the deal; otherwise a signature is shown and does not count.',
    }),
    is_signed: boolean({
      description: 'Whether a signature counts: of a person on the deal, on what the deal shows now.',
    }),
    signature: nullable(described(Signature, 'The newest signature, whether it counts or not; null: none.')),
    created_by_name: nullable(text({ description: 'Who asked for it; null: unknown.', examples: ['Maya Okafor'] })),
    created_at: instant({ description: 'When it was added.' }),
    updated_at: instant({ description: 'When it was last changed or signed.' }),
    version: integer({
      description: 'Rises with each change and each signature; send it as If-Match.',
      examples: [1],
    }),
  },
  { title: 'SignOff' },
)
export type SignOff = Static<typeof SignOff>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, sign_off_id: uuid({ description: 'The sign-off.' }) })

export const signOffs = operation({
  id: 'signOffs',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sign-offs',
  tag,
  summary: 'List the sign-offs of a deal',
  description:
    'Lists all sign-offs in the order in which they were asked for. A blind first reading hides none of them.',
  access: dealRole('viewer'),
  params,
  answer: model(
    {
      sign_offs: list(SignOff, { description: 'The sign-offs.', max: maxSignOffs }),
      signed: integer({ description: 'How many are signed.', examples: [3] }),
      missing: integer({ description: 'How many are not.', examples: [2] }),
      now: described(VotedState, 'What a signature is about now.'),
    },
    { title: 'SignOffsResponse' },
  ),
})

export const createSignOff = operation({
  id: 'createSignOff',
  method: 'POST',
  path: '/api/canvas/{deal_id}/sign-offs',
  tag,
  summary: 'Ask a person for a sign-off',
  description: `Asks a person who can see the deal to sign it off, and notifies them. A deal has at most ${maxSignOffs} sign-offs.`,
  access: dealRole('owner'),
  params,
  body: model(
    {
      subject,
      label: optional(given.label),
      assignee_id: assignee,
      due_on: optional(given.due_on),
    },
    { title: 'CreateSignOffRequest' },
  ),
  answer: SignOff,
  status: 201,
  errors: ['member_not_found', 'too_many_sign_offs', 'deal_finalized'],
})

export const editSignOff = operation({
  id: 'editSignOff',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/sign-offs/{sign_off_id}',
  tag,
  summary: 'Change a sign-off',
  description:
    'Changes person, label or due date. Another person or another label removes the signature: it was given for something else, and the person is asked. A stale If-Match is 409.',
  access: dealRole('owner'),
  params: one,
  body: model(
    { label: optional(given.label), assignee_id: optional(assignee), due_on: optional(given.due_on) },
    { title: 'EditSignOffRequest' },
  ),
  answer: SignOff,
  ifMatch: 'required',
  errors: ['sign_off_not_found', 'member_not_found', 'deal_finalized'],
})

export const deleteSignOff = operation({
  id: 'deleteSignOff',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/sign-offs/{sign_off_id}',
  tag,
  summary: 'Remove a sign-off',
  description: 'Removes a sign-off with its signature. A stale If-Match is 409.',
  access: dealRole('owner'),
  params: one,
  ifMatch: 'required',
  errors: ['sign_off_not_found', 'deal_finalized'],
})

export const signSignOff = operation({
  id: 'signSignOff',
  method: 'POST',
  path: '/api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign',
  tag,
  summary: 'Sign a sign-off',
  description:
    'Signs what the person who was asked has read; a later signature replaces it. If the deal shows something else by now it is 409 `sign_off_outdated` with the present state in `now`. With If-Match, a sign-off that was changed meanwhile is 409.',
  access: dealRole('viewer'),
  params: one,
  body: model(
    { signed_on: described(VotedState, 'What was read: `now` of the sign-offs.'), note: optional(note) },
    { title: 'SignRequest' },
  ),
  answer: SignOff,
  status: 201,
  ifMatch: true,
  errors: ['sign_off_not_found', 'not_your_sign_off', 'sign_off_outdated', 'deal_finalized'],
})

export const withdrawSignature = operation({
  id: 'withdrawSignature',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign',
  tag,
  summary: 'Withdraw a signature',
  description: 'Withdraws the signature of the caller; the sign-off is open again. A stale If-Match is 409.',
  access: dealRole('viewer'),
  params: one,
  ifMatch: 'required',
  errors: ['sign_off_not_found', 'not_your_sign_off', 'not_signed', 'deal_finalized'],
})
