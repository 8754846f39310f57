import {
  createSignOff,
  deleteSignOff,
  editSignOff,
  signOffs,
  signSignOff,
  withdrawSignature,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { SignOffs } from './sign-offs.service.ts'
import { presentState, readState } from './voted-state.ts'

export const signOffRoutes = ({ signOffs: service }: { signOffs: SignOffs }): Route[] => [
  handle(signOffs, async ({ params }) => {
    const { signOffs: all, now } = await service.list(params.deal_id)
    const signed = all.filter(({ is_signed }) => is_signed).length
    return { sign_offs: all, signed, missing: all.length - signed, now: presentState(now) }
  }),
  handle(createSignOff, ({ actor, params, body: { subject, label, assignee_id, due_on } }) =>
    service.create(actor, params.deal_id, {
      subject,
      label: label ?? null,
      assigneeId: assignee_id,
      dueOn: due_on ?? null,
    }),
  ),
  handle(editSignOff, ({ actor, params: { deal_id, sign_off_id }, body: { label, assignee_id, due_on }, ifMatch }) =>
    service.edit(actor, deal_id, sign_off_id, { label, assigneeId: assignee_id, dueOn: due_on }, ifMatch),
  ),
  handle(deleteSignOff, ({ actor, params: { deal_id, sign_off_id }, ifMatch }) =>
    service.remove(actor, deal_id, sign_off_id, ifMatch),
  ),
  handle(signSignOff, ({ actor, params: { deal_id, sign_off_id }, body: { signed_on, note }, ifMatch }) =>
    service.sign(actor, deal_id, sign_off_id, { signedOn: readState(signed_on), note: note ?? null }, ifMatch),
  ),
  handle(withdrawSignature, ({ actor, params: { deal_id, sign_off_id }, ifMatch }) =>
    service.withdraw(actor, deal_id, sign_off_id, ifMatch),
  ),
]
