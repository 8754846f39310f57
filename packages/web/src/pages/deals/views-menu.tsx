import {
  createSavedView,
  type DealColumn,
  deleteSavedView,
  editSavedView,
  maxSavedViewNameLength,
  type SavedView,
  type ViewFilters,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { savedViewsKey, savedViewsQuery } from '../../deal-data/deal-views-query.ts'
import type { FurtherQuery } from '../../deal-data/deals-query.ts'
import { dealListMessages as messages } from '../../messages/deal-list.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RowAct, RowNote, RowSeparator } from '../../ui/row-menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** What a view keeps of the list as it is shown. */
export interface ShownList {
  filters: ViewFilters
  further: FurtherQuery
  columns: DealColumn[]
}

const bodyOf = ({ filters, further, columns }: ShownList) => ({
  filters,
  sort: further.sort ?? 'activity',
  ...(further.order === undefined ? {} : { order: further.order }),
  columns,
})

interface ViewsMenuProps {
  view: SavedView | undefined
  shown: ShownList
  onOpen: (view: SavedView | undefined) => void
}

/** Opens, saves, changes and deletes views of the list. */
export const ViewsMenu = ({ view, shown, onOpen }: ViewsMenuProps) => {
  const { session, queries } = useServices()
  const { data } = useQuery(savedViewsQuery(session.client))
  const [asked, setAsked] = useState<'save' | 'delete'>()
  const views = data?.views ?? []
  const update = useMutation({
    mutationFn: (changed: SavedView) =>
      session.client.call(editSavedView, {
        params: { view_id: changed.id },
        body: bodyOf(shown),
        ifMatch: changed.version,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: savedViewsKey }),
  })
  const label = view === undefined ? messages.views() : messages.viewsNow({ name: view.name })
  return (
    <>
      <Menu
        label={label}
        className="btn"
        align="start"
        face={
          <>
            <span className="max-w-[22ch] truncate">{label}</span>
            <Icon name="down" size={14} />
          </>
        }
      >
        {() => (
          <>
            <RowAct onSelect={() => onOpen(undefined)}>{messages.allDeals()}</RowAct>
            {views.map((each) => (
              <RowAct key={each.id} onSelect={() => onOpen(each)}>
                {each.is_mine ? each.name : messages.shared({ name: each.name, author: each.author_name })}
              </RowAct>
            ))}
            {views.length === 0 && <RowNote>{messages.noViews()}</RowNote>}
            <RowSeparator />
            <RowAct onSelect={() => setAsked('save')}>{messages.saveView()}</RowAct>
            {view?.is_mine === true && (
              <>
                <RowAct onSelect={() => update.mutate(view)}>{messages.updateView({ name: view.name })}</RowAct>
                <RowAct danger onSelect={() => setAsked('delete')}>
                  {messages.deleteView({ name: view.name })}
                </RowAct>
              </>
            )}
          </>
        )}
      </Menu>
      {update.isError && (
        <span role="alert" className="text-small text-red">
          {sentenceFor(update.error)}
        </span>
      )}
      {asked === 'save' && <SaveDialog shown={shown} onSaved={onOpen} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && view !== undefined && (
        <DeleteDialog view={view} onDeleted={() => onOpen(undefined)} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

interface SaveDialogProps {
  shown: ShownList
  onSaved: (view: SavedView) => void
  onClose: () => void
}

const SaveDialog = ({ shown, onSaved, onClose }: SaveDialogProps) => {
  const { session, queries } = useServices()
  const { orgs } = useMe()
  const managed = orgs.filter(({ role }) => role !== 'member')
  const [name, setName] = useState('')
  const [org, setOrg] = useState('')
  const save = useMutation({
    mutationFn: () =>
      session.client.call(createSavedView, {
        body: { ...bodyOf(shown), name, org_id: org === '' ? null : org },
      }),
    onSuccess: async (view) => {
      await queries.invalidateQueries({ queryKey: savedViewsKey })
      onSaved(view)
      onClose()
    },
  })
  return (
    <FormDialog
      title={messages.saveTitle()}
      act={messages.save()}
      busy={save.isPending}
      idle={name.trim() === ''}
      wrong={save.isError ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={messages.viewName()}
        value={name}
        maxLength={maxSavedViewNameLength}
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      {managed.length > 0 && (
        <SelectField label={messages.share()} value={org} onChange={({ target }) => setOrg(target.value)}>
          <option value="">{messages.onlyMe()}</option>
          {managed.map((each) => (
            <option key={each.org_id} value={each.org_id}>
              {each.name}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

const DeleteDialog = ({
  view,
  onDeleted,
  onClose,
}: {
  view: SavedView
  onDeleted: () => void
  onClose: () => void
}) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () => session.client.call(deleteSavedView, { params: { view_id: view.id }, ifMatch: view.version }),
    onSuccess: async () => {
      onDeleted()
      await queries.invalidateQueries({ queryKey: savedViewsKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={messages.deleteTitle({ name: view.name })}
      act={messages.delete()}
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">{messages.deleteHint()}</p>
    </FormDialog>
  )
}
