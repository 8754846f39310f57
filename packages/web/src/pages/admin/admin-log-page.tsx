import { type AdminAct, adminLog, formatDateAndTime } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages } from '../../messages/admin.ts'
import { adminLogMessages } from '../../messages/admin-log.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './admin-page.module.css'
import { actWords, differences, knownActs } from './log/act-words.ts'

interface Filter {
  action?: string
  actor?: Pick<AdminAct, 'actor_id' | 'actor_name'>
}

export const AdminLogPage = () => {
  const { client } = useServices().session
  const [{ action, actor }, setFilter] = useState<Filter>({})
  const query = useInfiniteQuery({
    queryKey: ['admin', 'log', action, actor?.actor_id],
    queryFn: ({ signal, pageParam }) =>
      client.call(adminLog, {
        query: {
          limit: 50,
          ...(action === undefined ? {} : { action }),
          ...(actor === undefined ? {} : { actor_id: actor.actor_id }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const acts = query.data?.pages.flatMap((page) => page.acts)
  const now = useNow()
  const narrow = (filter: Filter) => setFilter(filter)
  return (
    <>
      <title>{adminLogMessages.pageTitle()}</title>
      <header className={styles.head}>
        <h1>{adminLogMessages.title()}</h1>
        <p className="text-small text-fg-3">{adminLogMessages.subtitle()}</p>
      </header>
      <div className={styles.filters}>
        <SelectField
          label={adminLogMessages.action()}
          labelUnseen
          value={action ?? ''}
          onChange={(event) => {
            const chosen = event.target.value
            narrow({ ...(actor ? { actor } : {}), ...(chosen === '' ? {} : { action: chosen }) })
          }}
        >
          <option value="">{adminLogMessages.anyAction()}</option>
          {knownActs.map((known) => (
            <option key={known} value={known}>
              {actWords(known)}
            </option>
          ))}
        </SelectField>
        {actor && (
          <Button look="ghost" onClick={() => narrow(action === undefined ? {} : { action })}>
            <Icon name="close" size={14} />
            {actor.actor_name === null
              ? adminLogMessages.byUnknown()
              : adminLogMessages.byActor({ name: actor.actor_name })}
          </Button>
        )}
      </div>
      {query.isError && (
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      )}
      {acts && (
        <section className="card" aria-label={adminMessages.actions()}>
          <ul className="rows">
            {acts.map((act) => (
              <ActRow
                key={act.id}
                act={act}
                now={now}
                onActor={() => narrow({ ...(action === undefined ? {} : { action }), actor: act })}
              />
            ))}
          </ul>
          {acts.length === 0 && <p className={styles.empty}>{adminLogMessages.empty()}</p>}
          {query.hasNextPage && (
            <div className="border-t border-line p-2 text-center">
              <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {adminLogMessages.showEarlier()}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  )
}

const ActRow = ({ act, now, onActor }: { act: AdminAct; now: Date; onActor: () => void }) => {
  const name = act.actor_name ?? adminLogMessages.unknownActor()
  return (
    <li className="flex items-start gap-3">
      <Avatar id={act.actor_id} name={name} />
      <div className="min-w-0 flex-1">
        <p>
          <button
            type="button"
            className="tap cursor-pointer font-semibold hover:underline"
            title={adminLogMessages.onlyActor({ name })}
            onClick={onActor}
          >
            {name}
          </button>{' '}
          <UnverifiedMark verified={act.actor_email_verified} /> {actWords(act.action)}{' '}
          <time className="text-small text-fg-3" dateTime={act.at} title={formatDateAndTime(new Date(act.at))}>
            {formatTime(act.at, now)}
          </time>
        </p>
        <p className="break-words text-small text-fg-3">
          {adminLogMessages.target({ type: act.target_type })} {act.target_id}
        </p>
        <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small">
          {differences(act).map(({ field, before, after }) => (
            <div key={field} className="flex min-w-0 flex-wrap gap-x-2">
              <dt className="text-fg-3">{field}</dt>
              <dd className="line-clamp-3 min-w-0 break-words text-fg-2">
                {[before, after].filter((value) => value !== undefined).join(' → ')}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}
