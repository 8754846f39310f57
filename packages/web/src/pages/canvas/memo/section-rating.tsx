import { giveFeedback } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ratingsQuery, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { useMe } from '../../../session/me.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { stored } from '../../../ui/stored.ts'
import styles from './section-rating.module.css'

const stars = [1, 2, 3, 4, 5] as const
const undoMs = 5_000

const formatTeamRating = (count: number, mean: number | null): string => {
  if (mean === null) return memoMessages.notRated()
  return memoMessages.teamRating({ mean: mean.toFixed(1), count })
}

/** Rates whether a section is ready for committee. A rating can be undone for five seconds before it is sent. */
export const SectionRating = ({ sectionKey, title }: { sectionKey: string; title: string }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const id = useId()
  // The service returns only the aggregate; the user's own rating is stored in this browser.
  const place = `rating.${useMe().id}.${dealId}.${sectionKey}`
  const [mine, setMine] = useState(() => Number(stored.read(place) ?? 0))
  const [chosen, setChosen] = useState<number>()
  const team = useQuery(ratingsQuery(session.client, dealId)).data?.sections.find(
    (section) => section.section_key === sectionKey,
  )

  const give = useMutation({
    mutationFn: ({ rating, key }: { rating: number; key: string }) =>
      session.client.call(giveFeedback, {
        params: { deal_id: dealId },
        body: { section_key: sectionKey, rating },
        idempotencyKey: key,
      }),
    onSuccess: (_, { rating }) => {
      stored.write(place, String(rating))
      setMine(rating)
      void queries.invalidateQueries({ queryKey: ratingsQuery(session.client, dealId).queryKey })
    },
  })
  const giveNow = useEffectEvent((rating: number) => {
    setChosen(undefined)
    give.mutate({ rating, key: crypto.randomUUID() })
  })
  const waiting = useRef<number>(undefined)
  useEffect(() => {
    waiting.current = chosen
    if (chosen === undefined) return
    const timer = setTimeout(() => giveNow(chosen), undoMs)
    return () => clearTimeout(timer)
  }, [chosen])
  // Leaving the page within the five seconds does not undo the rating.
  useEffect(() => () => void (waiting.current !== undefined && giveNow(waiting.current)), [])

  const shown = chosen ?? (give.isPending ? give.variables.rating : mine)
  return (
    <>
      <span id={id}>{memoMessages.readyForCommittee()}</span>
      <span className={styles.stars} role="radiogroup" aria-labelledby={id}>
        {stars.map((star) => (
          <label key={star} className={star <= shown ? styles.on : undefined}>
            <input
              type="radio"
              className="sr-only"
              name={id}
              aria-label={memoMessages.stars({ star, title })}
              checked={star === shown}
              onChange={() => setChosen(star)}
            />
            <Icon name="star" />
          </label>
        ))}
      </span>
      <span role="status" className="text-fg-3">
        {give.isError
          ? sentenceFor(give.error)
          : chosen !== undefined
            ? memoMessages.myRating({ rating: chosen })
            : [
                mine > 0 ? memoMessages.myRating({ rating: mine }) : '',
                team ? formatTeamRating(team.count, team.mean) : '',
              ].join(' ')}
      </span>
      {chosen !== undefined && (
        <button type="button" className="btn ghost" onClick={() => setChosen(undefined)}>
          {memoMessages.undo()}
        </button>
      )}
      {give.isError && (
        <button type="button" className="btn ghost" onClick={() => give.mutate(give.variables)}>
          {commonMessages.tryAgain()}
        </button>
      )}
    </>
  )
}
