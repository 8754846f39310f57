import {
  type DealCounts,
  type DealLine,
  dealKinds,
  dealOrders,
  dealSorts,
  dealStages,
  decisions,
  maxCityLength,
} from '@deal-canvas/contract'
import type { DealsPlace, FurtherFilter } from '../../deal-data/deals-place.ts'
import type { FurtherQuery } from '../../deal-data/deals-query.ts'
import { useStageName } from '../../deal-data/stage-names.ts'
import { dealListMessages as messages } from '../../messages/deal-list.ts'
import { dealMessages } from '../../messages/deals.ts'
import { useMe } from '../../session/me.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './deals-page.module.css'

const known = <Word extends string>(words: readonly Word[], given: string | undefined): Word | undefined =>
  words.find((word) => word === given)

const dayForm = /^\d{4}-\d\d-\d\d$/
const idForm = /^[0-9a-f-]{36}$/i
const readDay = (given: string | undefined) => (given !== undefined && dayForm.test(given) ? given : undefined)

/** What the address asks for, without what this version does not know. */
export const readFurther = (place: DealsPlace): FurtherQuery => ({
  stage: known(dealStages, place.stage),
  type: known(dealKinds, place.type),
  city: place.city?.slice(0, maxCityLength),
  lead: place.lead !== undefined && idForm.test(place.lead) ? place.lead : undefined,
  decision: known(decisions, place.decision),
  ic_from: readDay(place.ic_from),
  ic_to: readDay(place.ic_to),
  sort: known(dealSorts, place.sort),
  order: known(dealOrders, place.order),
})

const filterNames = ['stage', 'type', 'city', 'lead', 'decision', 'ic_from', 'ic_to'] as const

export const filtersOn = (further: FurtherQuery): number =>
  filterNames.filter((name) => further[name] !== undefined).length

export const noFilters: Partial<Record<FurtherFilter, undefined>> = Object.fromEntries(
  filterNames.map((name) => [name, undefined]),
)

const sortNames = {
  activity: messages.sortActivity(),
  name: messages.sortName(),
  ic_date: messages.icDate(),
  stage: messages.stage(),
  size: messages.size(),
  return: messages.return(),
  type: messages.type(),
} as const

interface DealFiltersProps {
  further: FurtherQuery
  counts: DealCounts | undefined
  onChange: (change: Partial<Record<FurtherFilter, string | undefined>>) => void
}

/** Filters of the list, and its sort: on a phone there are no headers to sort by. */
export const DealFilters = ({ further, counts, onChange }: DealFiltersProps) => {
  const stageName = useStageName()
  const me = useMe()
  const named = (name: string, list: readonly { key: string | null; count: number }[] | undefined, key: string) => {
    const count = list?.find((item) => item.key === key)?.count
    if (count === undefined) return name
    return messages.withCount({ name, count: counts?.capped === true ? messages.atLeast({ count }) : String(count) })
  }
  const change = (name: FurtherFilter) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value === '' ? undefined : event.target.value })
  return (
    <section className={`card ${styles.filters}`} aria-label={messages.filters()}>
      <SelectField label={messages.stage()} value={further.stage ?? ''} onChange={change('stage')}>
        <option value="">{messages.any()}</option>
        {dealStages.map((stage) => (
          <option key={stage} value={stage}>
            {named(stageName(stage, undefined), counts?.stage, stage)}
          </option>
        ))}
      </SelectField>
      <SelectField label={messages.type()} value={further.type ?? ''} onChange={change('type')}>
        <option value="">{messages.any()}</option>
        {dealKinds.map((type) => (
          <option key={type} value={type}>
            {named(messages.typeName({ type }), counts?.type, type)}
          </option>
        ))}
      </SelectField>
      <SelectField label={messages.decision()} value={further.decision ?? ''} onChange={change('decision')}>
        <option value="">{messages.any()}</option>
        {decisions.map((decision) => (
          <option key={decision} value={decision}>
            {dealMessages[decision]()}
          </option>
        ))}
      </SelectField>
      <SelectField label={messages.lead()} value={further.lead ?? ''} onChange={change('lead')}>
        <option value="">{messages.any()}</option>
        <option value={me.id}>{messages.ledByMe()}</option>
      </SelectField>
      <Field
        label={messages.city()}
        key={`city ${further.city}`}
        defaultValue={further.city ?? ''}
        maxLength={maxCityLength}
        onBlur={({ target }) =>
          target.value.trim() !== (further.city ?? '') && onChange({ city: target.value.trim() || undefined })
        }
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <Field type="date" label={messages.from()} value={further.ic_from ?? ''} onChange={change('ic_from')} />
      <Field type="date" label={messages.to()} value={further.ic_to ?? ''} onChange={change('ic_to')} />
      <SelectField label={messages.sort()} value={further.sort ?? 'activity'} onChange={change('sort')}>
        {dealSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </SelectField>
      <Button idle={filtersOn(further) === 0} onClick={() => onChange(noFilters)}>
        {messages.clear()}
      </Button>
    </section>
  )
}

/** The place of a deal in words: its type, city and size, as far as they are known. */
export const describeDeal = ({ deal_type: type, city }: DealLine): string =>
  [type === null ? undefined : messages.typeName({ type }), city ?? undefined]
    .filter((part) => part !== undefined)
    .join(', ')
