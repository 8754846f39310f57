import { type BodyOf, createOrg, maxOrgNameLength } from '@deal-canvas/contract'
import { type SubmitEvent, useState } from 'react'
import { organizationMessages } from '../../messages/organization.ts'
import { aboutField } from '../../session/about-field.ts'
import { meQuery } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'

export const CreateOrganization = () => {
  const { session, queries, orgId } = useServices()
  const [name, setName] = useState('')
  const create = useCreation(
    (body: BodyOf<typeof createOrg>, idempotencyKey) => session.client.call(createOrg, { body, idempotencyKey }),
    async (org) => {
      await queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey })
      orgId.set(org.org_id)
    },
  )
  const wrong = aboutField(create.error, 'name') ?? (create.isError ? sentenceFor(create.error) : undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!create.isPending && name.trim() !== '') create.mutate({ name: name.trim() })
  }
  return (
    <Card title={organizationMessages.createTitle()}>
      <form className="grid gap-4 p-[14px]" noValidate onSubmit={submit}>
        <Field
          label={organizationMessages.nameLabel()}
          autoComplete="organization"
          maxLength={maxOrgNameLength}
          value={name}
          hint={organizationMessages.createHint()}
          error={wrong}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Button type="submit" look="primary" busy={create.isPending} idle={name.trim() === ''}>
            {organizationMessages.create()}
          </Button>
        </div>
      </form>
    </Card>
  )
}
