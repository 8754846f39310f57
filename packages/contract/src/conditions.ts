import { dealRole } from './access.ts'
import { calendarDate, dealId } from './deals.ts'
import { operation } from './operation.ts'
import { boolean, instant, integer, list, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxConditionLength, maxConditions, maxDecisionReasonLength } from './sizes.ts'

const tag = 'Committee'

export const conditionStates = ['open', 'met', 'waived'] as const
export type ConditionState = (typeof conditionStates)[number]

export const conditionText = text({
  description: 'What must hold.',
  min: 1,
  max: maxConditionLength,
  examples: ['Tax opinion at or below $820,000 a year'],
})

const given = {
  text: conditionText,
  owner_id: nullable(uuid({ description: 'The member of the deal who sees to it; null: nobody.' })),
  due_on: nullable(calendarDate('The day on which it is due; null: not set.')),
}

export const Condition = model(
  {
    id: uuid({ description: 'The condition.' }),
    ...given,
    owner_name: nullable(text({ description: 'The name of that person; null: nobody.', examples: ['Daniel Reyes'] })),
    status: oneOf(conditionStates, { description: 'Whether it is open, met or waived.' }),
    reason: nullable(text({ description: 'Why it was waived, or a remark; null: none.' })),
    decided_with: boolean({ description: 'Whether the deal was finalized with it; its text stays from then on.' }),
    created_by_name: nullable(text({ description: 'Who added it; null: unknown.', examples: ['Hannah Weiss'] })),
    created_at: instant({ description: 'When it was added.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
  },
  { title: 'Condition' },
)
export type Condition = Static<typeof Condition>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, condition_id: uuid({ description: 'The condition.' }) })

export const conditions = operation({
  id: 'conditions',
  method: 'GET',
  path: '/api/canvas/{deal_id}/conditions',
  tag,
  summary: 'List the conditions of a deal',
  description: 'Lists all conditions: open ones first by due date, then those that were met or waived.',
  access: dealRole('viewer'),
  params,
  answer: model(
    { conditions: list(Condition, { description: 'The conditions.', max: maxConditions }) },
    { title: 'ConditionsResponse' },
  ),
})

export const createCondition = operation({
  id: 'createCondition',
  method: 'POST',
  path: '/api/canvas/{deal_id}/conditions',
  tag,
  summary: 'Add a condition',
  description: 'Adds a condition, also after the deal was finalized. Its owner must be able to see the deal.',
  access: dealRole('editor'),
  params,
  body: model(
    { text: given.text, owner_id: optional(given.owner_id), due_on: optional(given.due_on) },
    { title: 'CreateConditionRequest' },
  ),
  answer: Condition,
  status: 201,
  errors: ['member_not_found', 'too_many_conditions'],
})

export const editCondition = operation({
  id: 'editCondition',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/conditions/{condition_id}',
  tag,
  summary: 'Change a condition, or mark it as met or waived',
  description:
    'Changes a condition, also after the deal was finalized; the text of a condition that the deal was finalized with stays (409 `condition_fixed`). Only an owner of the deal waives one, with a reason. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: one,
  body: model(
    {
      text: optional(given.text),
      owner_id: optional(given.owner_id),
      due_on: optional(given.due_on),
      status: optional(oneOf(conditionStates, { description: 'The new status.' })),
      reason: optional(
        nullable(text({ description: 'Why; required to waive it.', min: 1, max: maxDecisionReasonLength })),
      ),
    },
    { title: 'EditConditionRequest' },
  ),
  answer: Condition,
  ifMatch: 'required',
  errors: ['condition_not_found', 'condition_fixed', 'member_not_found', 'role_too_low'],
})

export const deleteCondition = operation({
  id: 'deleteCondition',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/conditions/{condition_id}',
  tag,
  summary: 'Remove a condition',
  description:
    'Removes a condition. One that the deal was finalized with stays (409 `condition_fixed`): mark it as met or waived. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: one,
  ifMatch: 'required',
  errors: ['condition_not_found', 'condition_fixed'],
})
