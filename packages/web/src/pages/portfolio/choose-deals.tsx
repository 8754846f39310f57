import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealsQuery } from '../../deal-data/deals-query.ts'
import { dealMessages } from '../../messages/deals.ts'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './portfolio-page.module.css'

interface ChooseDealsProps {
  chosen: readonly string[]
  max: number
  onChoose: (deals: string[]) => void
  onClose: () => void
}

const tabs = [
  ['open', dealMessages.open()],
  ['decided', dealMessages.decided()],
] as const

export const ChooseDeals = ({ chosen: before, max, onChoose, onClose }: ChooseDealsProps) => {
  const { client } = useServices().session
  const [chosen, setChosen] = useState<readonly string[]>(before)
  const [typed, setTyped] = useState('')
  const [show, setShow] = useState<'open' | 'decided'>('open')
  const list = useInfiniteQuery(dealsQuery(client, show, useDebounced(typed.trim())))
  const lines = list.data?.pages.flatMap(({ deals }) => deals) ?? []
  const toggle = (id: string, isOn: boolean): void =>
    setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <FormDialog
      title={messages.chooseDeals()}
      act={messages.useDeals({ count: chosen.length })}
      busy={false}
      idle={chosen.length === 0}
      wrong={list.isError ? sentenceFor(list.error) : undefined}
      refusal={undefined}
      onSubmit={() => onChoose([...chosen])}
      onClose={onClose}
    >
      <Field
        type="search"
        label={messages.findDeal()}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Segments label={dealMessages.filter()} choices={tabs} chosen={show} onChoose={setShow} />
      <div className={styles.checks}>
        {list.isPending && <ListSkeleton label={dealMessages.loading()} />}
        {list.isSuccess && lines.length === 0 && <p role="status">{messages.noDeals()}</p>}
        {lines.map(({ deal_id: id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= max}
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
        {messages.chosen({ count: chosen.length, limit: max })}
      </p>
    </FormDialog>
  )
}
