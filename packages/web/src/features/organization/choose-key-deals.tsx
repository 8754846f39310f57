import { maxApiKeyDeals } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealsQuery } from '../../deal-data/deals-query.ts'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './api-keys.module.css'

interface ChooseKeyDealsProps {
  orgId: string
  chosen: readonly string[]
  onChoose: (deals: string[]) => void
}

/** The open deals of the organization, to tick those that a key is for. */
export const ChooseKeyDeals = ({ orgId, chosen, onChoose }: ChooseKeyDealsProps) => {
  const { client } = useServices().session
  const [typed, setTyped] = useState('')
  const list = useInfiniteQuery(dealsQuery(client, 'open', useDebounced(typed.trim())))
  const lines = list.data?.pages.flatMap(({ deals }) => deals.filter(({ org_id: id }) => id === orgId)) ?? []
  const toggle = (id: string, isOn: boolean): void =>
    onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="grid min-w-0 gap-2" aria-label={messages.deals()}>
      <Field
        type="search"
        label={messages.findDeal()}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {list.isError && <Note tone="red">{sentenceFor(list.error)}</Note>}
      <div className={styles.checks}>
        {list.isPending && <ListSkeleton label={messages.loadingDeals()} />}
        {list.isSuccess && lines.length === 0 && <p role="status">{messages.noDealsFound()}</p>}
        {lines.map(({ deal_id: id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= maxApiKeyDeals}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            {name}
          </label>
        ))}
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.moreDeals()}
          </Button>
        )}
      </div>
      <p role="status" className="text-small text-fg-3">
        {messages.dealsCount({ count: chosen.length })}
      </p>
    </fieldset>
  )
}
