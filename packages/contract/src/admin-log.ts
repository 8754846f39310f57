import { superadmin } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import { anyJson, instant, map, model, nullable, optional, type Static, text, uuid } from './schema.ts'
import { maxDealIdLength, maxIdLength } from './sizes.ts'

export const AdminAct = model(
  {
    id: uuid({ description: 'The id of the log entry.' }),
    at: instant({ description: 'When it was done.' }),
    actor_id: uuid({ description: 'Who did it.' }),
    actor_name: nullable(
      text({
        description: 'The display name of the person who did it; null: the service, or an erased person.',
        examples: ['Sofia Kern'],
      }),
    ),
    actor_email_verified: emailVerifiedIfAny,
    action: text({ description: 'What was done.', examples: ['user.changed'] }),
    target_type: text({ description: 'What kind of thing it was done to.', examples: ['user'] }),
    target_id: text({ description: 'What it was done to.' }),
    org_id: nullable(uuid({ description: 'The organization that it was done in; null: none.' })),
    before: nullable(map(anyJson(), { description: 'The changed fields before; null: there were none.' })),
    after: nullable(map(anyJson(), { description: 'The changed fields after; null: it was removed.' })),
  },
  { title: 'AdminAct' },
)
export type AdminAct = Static<typeof AdminAct>

export const adminLog = operation({
  id: 'adminLog',
  method: 'GET',
  path: '/api/superadmin/admin-log',
  tag: 'Superadmin',
  summary: 'List what administrators did',
  description: 'Lists the acts of administrators and superadmins, the newest first. Filters can be combined.',
  access: superadmin,
  query: model({
    ...pageQuery,
    actor_id: optional(uuid({ description: 'Only acts of this person.' })),
    action: optional(text({ description: 'Only acts of this kind.', max: maxIdLength, examples: ['user.changed'] })),
    target_id: optional(text({ description: 'Only acts on this target.', max: maxDealIdLength })),
  }),
  answer: page('acts', AdminAct),
})
