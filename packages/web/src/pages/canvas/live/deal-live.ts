import {
  type Client,
  followReference,
  hasReference,
  type LiveChannel,
  type LiveLock,
  type LiveState,
  type Position,
} from '@deal-canvas/client'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { formatPerson } from '../../../ui/format-person.ts'
import { createObservable, type Observable } from '../../../ui/observable.ts'
import { applyDealEvent, applyReferred } from './apply-deal-event.ts'
import { createChannelProblem } from './channel-problem.ts'
import { nobodyHere, type PeopleHere, peopleHere } from './people-here.ts'

/** The user who is editing a section. */
export interface Hold {
  readonly userId: string
  readonly name: string
  /** The fencing token of this window's own lock, if this window is editing. */
  readonly fence?: number | undefined
}

type Readable<Value> = Pick<Observable<Value>, 'get' | 'subscribe'>

/** The live state of a canvas. */
export interface DealLive {
  readonly state: Readable<LiveState>
  /** A message about the channel, shown by the layout. */
  readonly problem: Readable<string | undefined>
  readonly people: Readable<PeopleHere>
  readonly holds: Readable<ReadonlyMap<string, Hold>>
  /** Error codes of locks that were denied, by section. */
  readonly refusals: Readable<ReadonlyMap<string, string>>
  look(sectionKey: string | undefined): void
  take(sectionKey: string): void
  letGo(sectionKey: string): void
}

interface DealLiveDeps {
  dealId: string
  myId: string
  /** The position of the data already shown: the channel sends everything after it. */
  from: Position
  queries: QueryClient
}

const holdOf = ({ holder, fence }: LiveLock): Hold | undefined =>
  holder === null
    ? undefined
    : { userId: holder.user_id, name: formatPerson(holder.display_name, holder.email_verified), fence }

/**
 * One channel serves the whole canvas. Created with the page; open from `connect` until the function it returns is
 * called.
 */
export const createDealLive = ({ dealId, myId, from, queries }: DealLiveDeps) => {
  const state = createObservable<LiveState>('connecting')
  const people = createObservable<PeopleHere>(nobodyHere)
  const holds = createObservable<ReadonlyMap<string, Hold>>(new Map())
  const refusals = createObservable<ReadonlyMap<string, string>>(new Map())
  const { problem, follow, forget } = createChannelProblem()
  let channel: LiveChannel | undefined
  let sectionKey: string | undefined

  const put = <Value>(place: Observable<ReadonlyMap<string, Value>>, key: string, value: Value | undefined): void => {
    const next = new Map(place.get())
    if (value === undefined) next.delete(key)
    else next.set(key, value)
    place.set(next)
  }

  const readAnew = (): void => void queries.invalidateQueries({ queryKey: dealKey(dealId) })

  const connect = (client: Client): (() => void) => {
    channel = client.live(dealId, {
      from,
      event: (event) => {
        applyDealEvent(queries, dealId, event)
        if (!hasReference(event)) return
        followReference(client, dealId, event).then(
          (referred) => applyReferred(queries, dealId, event, referred),
          readAnew,
        )
      },
      lost: readAnew,
      presence: (present) => people.set(peopleHere(present, myId, people.get())),
      lock: (lock) => put(holds, lock.section_key, holdOf(lock)),
      refused: ({ code, section_key }) => {
        if (section_key !== undefined) put(refusals, section_key, code)
      },
      state: (next, why) => {
        state.set(next)
        follow(next, why)
        if (next === 'waiting' || next === 'ended') people.set(nobodyHere)
      },
    })
    channel.look({ section_key: sectionKey ?? null })
    return () => {
      channel?.close()
      channel = undefined
      forget()
    }
  }

  const live: DealLive = {
    state,
    problem,
    people,
    holds,
    refusals,
    look: (key) => {
      sectionKey = key
      channel?.look({ section_key: key ?? null })
    },
    take: (key) => {
      put(refusals, key, undefined)
      channel?.lock(key)
    },
    letGo: (key) => channel?.unlock(key),
  }
  return { live, connect }
}

export const LiveContext = createContext<DealLive | undefined>(undefined)

export const useLive = (): DealLive => {
  const live = useContext(LiveContext)
  if (live === undefined) throw new Error('This part of the page stands outside of a deal')
  return live
}
