import { maxOrgNameLength, type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationMessages } from '../../messages/organization.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { meQuery } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { orgKey } from './org-query.ts'

export const RenameDialog = ({ org, onClose }: { org: OrganizationResponse; onClose: () => void }) => {
  const { session, queries } = useServices()
  const [name, setName] = useState(org.name)
  const rename = useMutation({
    mutationFn: () => session.client.call(renameOrg, { params: { org_id: org.id }, body: { name: name.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
      // The top bar also shows the name.
      await queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={organizationMessages.rename()}
      act={organizationMessages.rename()}
      busy={rename.isPending}
      idle={name.trim() === '' || name.trim() === org.name}
      wrong={rename.isError && !isAboutFields(rename.error, ['name']) ? sentenceFor(rename.error) : undefined}
      refusal={rename.error}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <Field
        label={organizationMessages.nameLabel()}
        maxLength={maxOrgNameLength}
        value={name}
        hint={organizationMessages.renameHint()}
        error={aboutField(rename.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
