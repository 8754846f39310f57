import {
  maxFooterLength,
  maxLogoBytes,
  maxLogoSide,
  type OrganizationResponse,
  papers,
  putHouseStyle,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages as messages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './house-style-card.module.css'
import { houseStyleQuery } from './organization-query.ts'

const kib = maxLogoBytes / 1024

/** The file as a data URL. */
const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })

interface StyleEdit {
  accent?: string
  paper?: (typeof papers)[number]
  footer?: string
  /** A data URL; null: removed. */
  logo?: string | null
}

/** Logo, color, paper and footer of printed memos, with a preview of the cover. */
export const HouseStyleCard = ({ org }: { org: OrganizationResponse }) => {
  const { session, queries } = useServices()
  const query = houseStyleQuery(session.client, org.id)
  const { data: saved, error, refetch } = useQuery(query)
  const [edit, setEdit] = useState<StyleEdit>({})
  const [isTooLarge, setTooLarge] = useState(false)
  const save = useMutation({
    mutationFn: ({ shown, version }: { shown: Required<StyleEdit>; version: number }) =>
      session.client.call(putHouseStyle, {
        params: { org_id: org.id },
        ifMatch: version,
        body: {
          accent: shown.accent,
          paper: shown.paper,
          footer: shown.footer.trim() === '' ? null : shown.footer,
          ...(edit.logo === undefined ? {} : { logo: edit.logo?.replace(/^.*,/, '') ?? null }),
        },
      }),
    onSuccess: (style) => {
      queries.setQueryData(query.queryKey, style)
      setEdit({})
    },
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (saved === undefined)
    return error === null ? null : (
      <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
        {sentenceFor(error)}
      </Note>
    )
  const { version, ...before } = saved
  const shown = { ...before, footer: before.footer ?? '', ...edit }
  const isChanged = Object.keys(edit).length > 0
  const change = (next: StyleEdit) => {
    save.reset()
    setEdit({ ...edit, ...next })
  }
  const choose = async (file: File | undefined): Promise<void> => {
    setTooLarge(file !== undefined && file.size > maxLogoBytes)
    if (file !== undefined && file.size <= maxLogoBytes) change({ logo: await readFile(file) })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate({ shown, version })
  }
  return (
    <Card title={messages.houseStyle()}>
      <form onSubmit={submit} className="grid gap-3 px-[14px] py-[10px]">
        <p className="text-small text-fg-2">{messages.houseStyleHint()}</p>
        <Preview style={shown} org={org.name} />
        <div className="flex flex-wrap items-center gap-2">
          <label className="btn">
            <span>{messages.chooseLogo()}</span>
            <input
              type="file"
              className="sr-only"
              accept="image/png,image/jpeg"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </label>
          {shown.logo !== null && (
            <Button look="ghost" onClick={() => change({ logo: null })}>
              {messages.removeLogo()}
            </Button>
          )}
        </div>
        <p className="text-small text-fg-3">{messages.logoHint({ kib, side: maxLogoSide })}</p>
        {isTooLarge && <Note tone="red">{messages.logoTooLarge({ kib })}</Note>}
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={messages.accent()}
            type="color"
            value={shown.accent}
            onChange={({ target }) => change({ accent: target.value })}
          />
          <SelectField
            label={messages.paper()}
            value={shown.paper}
            onChange={({ target }) => change({ paper: papers.find((one) => one === target.value) ?? shown.paper })}
          >
            {papers.map((paper) => (
              <option key={paper} value={paper}>
                {messages.paperName({ paper })}
              </option>
            ))}
          </SelectField>
        </div>
        <Field
          label={messages.footer()}
          hint={messages.footerHint()}
          maxLength={maxFooterLength}
          placeholder={messages.footerDefault({ name: org.name })}
          value={shown.footer}
          onChange={({ target }) => change({ footer: target.value })}
        />
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
        {save.isSuccess && !isChanged && <p role="status">{messages.styleSaved()}</p>}
        <div className="flex justify-end">
          <Button look="primary" type="submit" busy={save.isPending} idle={!isChanged}>
            {messages.saveStyle()}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const Preview = ({ style, org }: { style: Required<StyleEdit>; org: string }) => (
  <figure className={styles.paper} data-paper={style.paper} aria-label={messages.stylePreview()}>
    <div className={styles.brand}>
      {style.logo !== null && <img src={style.logo} alt={messages.logo()} />}
      <b>{org}</b>
    </div>
    <p className={styles.deal}>{messages.sampleDeal()}</p>
    <p>{messages.sampleMemo()}</p>
    <p style={{ color: style.accent }}>{messages.sampleLink()}</p>
    <p className={styles.footer}>{style.footer.trim() === '' ? messages.footerDefault({ name: org }) : style.footer}</p>
  </figure>
)
