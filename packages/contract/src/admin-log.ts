import { superadmin } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import { anyJson, instant, map, model, nullable, optional, type Static, text, uuid } from './schema.ts'

export const AdminAct = model(
  {
    id: uuid(),
    at: instant(),
    actor_id: uuid(),
    actor_name: nullable(text({ examples: ['Sofia Kern'] })),
    actor_email_verified: emailVerifiedIfAny,
    action: text({ examples: ['user.changed'] }),
    target_type: text({ examples: ['user'] }),
    target_id: text(),
    org_id: nullable(uuid()),
    before: nullable(map(anyJson())),
    after: nullable(map(anyJson())),
  },
  { title: 'AdminAct' },
)
export type AdminAct = Static<typeof AdminAct>

export const adminLog = operation({
  id: 'adminLog',
  method: 'GET',
  path: '/api/superadmin/admin-log',
  tag: 'Superadmin',
  summary: 'What administrators and superadmins did, the newest first',
  access: superadmin,
  query: model({
    ...pageQuery,
    actor_id: optional(uuid()),
    action: optional(text({ max: 100, examples: ['user.changed'] })),
    target_id: optional(text({ max: 400 })),
  }),
  answer: page('acts', AdminAct),
})
