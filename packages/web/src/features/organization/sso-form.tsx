import {
  maxClientIdLength,
  maxClientSecretLength,
  maxIssuerLength,
  maxProviderNameLength,
  maxScopesLength,
  putSso,
  removeSso,
  type SsoSettings,
  testSso,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { ssoMessages as messages } from '../../messages/sso.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import { ssoQuery } from './sso-query.ts'

const names = ['name', 'issuer', 'client_id', 'client_secret', 'scopes'] as const

interface SsoFormProps {
  orgId: string
  settings: SsoSettings
}

export const SsoForm = ({ orgId, settings: { provider, version } }: SsoFormProps) => {
  const { session, queries } = useServices()
  const { client } = session
  const params = { org_id: orgId }
  const { queryKey } = ssoQuery(client, orgId)
  const [edit, setEdit] = useState({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    scopes: provider?.scopes ?? 'openid email profile',
  })
  const [removes, setRemoves] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation({
    // Does not keep the secret in the mutation cache.
    gcTime: 0,
    mutationFn: () => {
      const { client_secret, ...rest } = edit
      const body = client_secret === '' ? rest : { ...rest, client_secret }
      return client.call(putSso, { params, ifMatch: version, body })
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  })
  const test = useMutation({ mutationFn: () => client.call(testSso, { params }) })
  const remove = useMutation({
    mutationFn: () => client.call(removeSso, { params, ifMatch: version }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  useFocusOnWrong(form, save.error ?? undefined)
  const isComplete = edit.name.trim() !== '' && edit.issuer.trim() !== '' && edit.client_id.trim() !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    test.reset()
    if (isComplete && !save.isPending) save.mutate()
  }
  const fieldOf = (name: (typeof names)[number]) => ({
    value: edit[name],
    error: aboutField(save.error, name),
    onChange: ({ target }: { target: { value: string } }) => setEdit({ ...edit, [name]: target.value }),
  })
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
        <Field
          label={messages.name()}
          hint={messages.nameHint()}
          maxLength={maxProviderNameLength}
          {...fieldOf('name')}
        />
        <Field
          label={messages.issuer()}
          hint={messages.issuerHint()}
          type="url"
          spellCheck={false}
          maxLength={maxIssuerLength}
          {...fieldOf('issuer')}
        />
        <Field
          label={messages.clientId()}
          spellCheck={false}
          autoComplete="off"
          maxLength={maxClientIdLength}
          {...fieldOf('client_id')}
        />
        <Field
          label={messages.clientSecret()}
          hint={provider === null ? messages.clientSecretHint() : messages.clientSecretKept()}
          type="password"
          autoComplete="off"
          maxLength={maxClientSecretLength}
          {...fieldOf('client_secret')}
        />
        <Field
          label={messages.scopes()}
          hint={messages.scopesHint()}
          spellCheck={false}
          maxLength={maxScopesLength}
          {...fieldOf('scopes')}
        />
        {save.isError && !isAboutFields(save.error, names) && <Note tone="red">{sentenceFor(save.error)}</Note>}
        {test.isError && <Note tone="red">{sentenceFor(test.error)}</Note>}
        {test.data !== undefined && (
          <Note tone={test.data.ok ? 'plain' : 'red'}>
            {test.data.problem === null ? messages.testOk() : messages[test.data.problem]()}
          </Note>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {provider !== null && (
            <>
              <Button look="ghost" onClick={() => setRemoves(true)}>
                {messages.remove()}
              </Button>
              <Button busy={test.isPending} onClick={() => test.mutate()}>
                {messages.test()}
              </Button>
            </>
          )}
          <Button type="submit" look="primary" busy={save.isPending} idle={!isComplete}>
            {messages.save()}
          </Button>
        </div>
      </form>
      {removes && (
        <FormDialog
          title={messages.removeTitle()}
          act={messages.remove()}
          danger
          busy={remove.isPending}
          wrong={remove.isError ? sentenceFor(remove.error) : undefined}
          refusal={remove.error}
          onSubmit={() => remove.mutate()}
          onClose={() => setRemoves(false)}
        >
          <p className="text-fg-2">{messages.removeEffect()}</p>
        </FormDialog>
      )}
    </>
  )
}
