import {
  changeOrg,
  createOrgAsSuperadmin,
  maxOrgNameLength,
  maxSlugLength,
  type OrgResponse,
} from '@deal-canvas/contract'
import { useState } from 'react'
import { adminMessages } from '../../../messages/admin.ts'
import { adminOrganizationMessages } from '../../../messages/admin-organizations.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { orgsKey } from './orgs-query.ts'

interface OrgDialogProps {
  /** Absent: a new organization. */
  org?: OrgResponse
  onClose: () => void
  onDone: (said: string) => void
}

export const OrgDialog = ({ org, onClose, onDone }: OrgDialogProps) => {
  const { session, queries } = useServices()
  const [name, setName] = useState(org?.name ?? '')
  const [slug, setSlug] = useState(org?.slug ?? '')
  const save = useCreation(
    (body: { name: string; slug?: string }, idempotencyKey) =>
      org === undefined
        ? session.client.call(createOrgAsSuperadmin, { body, idempotencyKey })
        : session.client.call(changeOrg, { params: { org_id: org.id }, body }),
    async (saved) => {
      await queries.invalidateQueries({ queryKey: orgsKey })
      onDone(
        org === undefined
          ? adminOrganizationMessages.createDone({ name: saved.name })
          : adminOrganizationMessages.editDone({ name: saved.name }),
      )
    },
  )
  const ofFields = isAboutFields(save.error, ['name', 'slug'])
  return (
    <FormDialog
      title={
        org === undefined ? adminOrganizationMessages.create() : adminOrganizationMessages.editTitle({ name: org.name })
      }
      act={org === undefined ? adminOrganizationMessages.create() : adminOrganizationMessages.editSubmit()}
      busy={save.isPending}
      idle={name.trim() === '' || (name.trim() === org?.name && slug.trim() === (org.slug ?? ''))}
      wrong={save.isError && !ofFields ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate({ name: name.trim(), ...(slug.trim() === '' ? {} : { slug: slug.trim() }) })}
      onClose={onClose}
    >
      {org === undefined && <p className="text-fg-2">{adminOrganizationMessages.createHint()}</p>}
      <Field
        label={adminMessages.name()}
        maxLength={maxOrgNameLength}
        value={name}
        error={aboutField(save.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={adminOrganizationMessages.slug()}
        maxLength={maxSlugLength}
        spellCheck={false}
        autoCapitalize="off"
        value={slug}
        hint={org === undefined ? adminOrganizationMessages.newSlugHint() : adminOrganizationMessages.slugHint()}
        error={aboutField(save.error, 'slug')}
        onChange={(event) => setSlug(event.target.value)}
      />
    </FormDialog>
  )
}
