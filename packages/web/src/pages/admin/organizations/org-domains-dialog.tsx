import { addOrgDomain, maxDomainLength, type OrgResponse, orgDomains, removeOrgDomain } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ssoMessages } from '../../../messages/sso.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Note } from '../../../ui/note.tsx'

/** The email domains of an organization, which decide whom its single sign-on can sign in. */
export const OrgDomainsDialog = ({ org, onClose }: { org: OrgResponse; onClose: () => void }) => {
  const { session, queries } = useServices()
  const { client } = session
  const params = { org_id: org.id }
  const queryKey = ['org-domains', org.id]
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(orgDomains, { params, signal }),
  })
  const reload = () => queries.invalidateQueries({ queryKey })
  const add = useCreation(
    (body: { domain: string }, idempotencyKey) => client.call(addOrgDomain, { params, body, idempotencyKey }),
    async () => {
      setTyped('')
      await reload()
    },
  )
  const remove = useMutation({
    mutationFn: (domain: string) => client.call(removeOrgDomain, { params: { ...params, domain } }),
    onSuccess: reload,
  })
  const wrong = [error, remove.error, isAboutFields(add.error, ['domain']) ? null : add.error].find(Boolean)
  return (
    <FormDialog
      title={ssoMessages.domainsTitle({ name: org.name })}
      act={ssoMessages.addDomain()}
      busy={add.isPending}
      idle={typed.trim() === ''}
      wrong={wrong ? sentenceFor(wrong) : undefined}
      refusal={add.error}
      onSubmit={() => add.mutate({ domain: typed.trim() })}
      onClose={onClose}
    >
      <Note tone="amber">{ssoMessages.domainsWarning()}</Note>
      <ul className="rows">
        {data?.domains.map(({ domain }) => (
          <li key={domain} className="flex items-center gap-3">
            <b className="min-w-0 flex-1 break-words">{domain}</b>
            <Button
              look="ghost"
              aria-label={ssoMessages.removeDomainOf({ domain })}
              busy={remove.isPending && remove.variables === domain}
              onClick={() => remove.mutate(domain)}
            >
              {ssoMessages.removeDomain()}
            </Button>
          </li>
        ))}
      </ul>
      <Field
        label={ssoMessages.domain()}
        maxLength={maxDomainLength}
        spellCheck={false}
        autoCapitalize="off"
        value={typed}
        error={aboutField(add.error, 'domain')}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
