import { webhookLogDays, webhookPausedAfterHours } from '@deal-canvas/contract'
import { type Clock, days, hours, later, seconds } from '../../platform/clock.ts'
import { actFor } from '../../platform/fairness/party.ts'
import type { CursorsStore, Lease, Stand } from './cursors.store.ts'
import type { DeliveriesStore, TakenTest } from './deliveries.store.ts'
import { type TrailEvent, writeMessage, writePing } from './event-facts.ts'
import { nextAttempt } from './retry-schedule.ts'
import type { Outcome, SendMessage } from './send-message.ts'
import { messageIdOf, testMessageIdOf } from './sign-message.ts'

interface Deps {
  cursors: CursorsStore
  deliveries: DeliveriesStore
  send: SendMessage
  /** Stops a target, and tells the owners of its organization. */
  disable(targetId: string, reason: 'gone' | 'failing', failingBefore?: Date): Promise<void>
  /** Looks again for what is due. */
  wake(): void
  onError(error: unknown): void
  now: Clock
  random(): number
  sweepEveryMs?: number
}

/** Longer than an attempt with everything around it: two nodes must not send events of one deal at the same time. */
const leaseMs = seconds(60)
/** An attempt begins only with this much left of the lease. */
const attemptMs = seconds(20)
/** Sockets of this node, and how many of them one organization or target can hold. */
const placesPerNode = 32
const placesPerOrg = 8
const placesPerTarget = 4
/** Then the deal goes to the end of the line, behind other deals of its organization. */
const eventsPerTurn = 10
const testsAtOnce = 4
const maxNoted = 1_000
const keptMs = days(webhookLogDays)

/**
 * Sends events of audit trails to webhooks, on every node. A cursor for each target and deal is leased by one node at a
 * time and moves over an event only once that was accepted or given up, so that a killed node leaves no gap. The
 * receiver can get an event again, with the same id.
 */
export const createDeliverEvents = (deps: Deps) => {
  const { cursors, deliveries, send, disable, wake, onError, now, random, sweepEveryMs = seconds(30) } = deps
  const closing = new AbortController()
  const running = new Map<Promise<void>, { orgId: string; targetId: string }>()
  const noted = new Set<string>()
  let sweptAt = Number.NEGATIVE_INFINITY
  /** As of the last look: an installation without webhooks pays nothing for the changes of its deals. */
  let hasTargets = false
  let round: Promise<void> = Promise.resolve()

  /** A failed attempt: the same event again later, or the next one where its time is over. */
  const settleFailure = async (lease: Lease, stand: Stand, event: TrailEvent, outcome: Outcome): Promise<void> => {
    const at = now()
    const firstFailedAt = stand.firstFailedAt ?? at
    const tries = stand.tries + 1
    const next = nextAttempt({ tries, firstFailedAt, now: at, retryAfterMs: outcome.retryAfterMs, random: random() })
    await cursors.settle(
      lease,
      next === undefined
        ? {
            event,
            outcome,
            state: 'dead_letter',
            cursor: { seq: event.seq, tries: 0, firstFailedAt: null },
            dueAt: at,
            leasedUntil: null,
          }
        : {
            event,
            outcome,
            state: 'retrying',
            cursor: { seq: stand.seq, tries, firstFailedAt },
            dueAt: next,
            leasedUntil: null,
          },
      at,
    )
    if (outcome.isGone) await disable(lease.targetId, 'gone')
    const pausedBefore = later(at, -hours(webhookPausedAfterHours))
    if (!outcome.isGone && stand.failingSince !== null && stand.failingSince <= pausedBefore)
      await disable(lease.targetId, 'failing', pausedBefore)
  }

  /** Sends one event. False: this node is done with the deal for now. */
  const sendEvent = async (lease: Lease, stand: Stand, event: TrailEvent): Promise<boolean> => {
    const message = { id: messageIdOf(lease.targetId, { ...lease, seq: event.seq }), body: writeMessage(lease, event) }
    const outcome = await send(stand, message, closing.signal)
    const isReplay = event.seq === stand.replaySeq
    if (!outcome.isDelivered && !isReplay) {
      await settleFailure(lease, stand, event, outcome)
      return false
    }
    const at = now()
    const isOwned = await cursors.settle(
      lease,
      {
        event,
        outcome,
        state: outcome.isDelivered ? 'delivered' : 'dead_letter',
        cursor: isReplay ? undefined : { seq: event.seq, tries: 0, firstFailedAt: null },
        dueAt: at,
        leasedUntil: outcome.isDelivered ? later(at, leaseMs) : null,
      },
      at,
    )
    return isOwned && outcome.isDelivered
  }

  /** Sends events of a deal one after another. */
  const sendTurn = async (lease: Lease, leasedAt: Date): Promise<void> => {
    let leasedUntil = later(leasedAt, leaseMs)
    for (let sent = 0; sent < eventsPerTurn; sent++) {
      const stand = await cursors.stand(lease)
      if (stand === undefined) return cursors.release(lease, null)
      const { replaySeq, seq, head, eventTypes } = stand
      const event =
        replaySeq === null
          ? await cursors.eventAfter(lease.dealId, seq, eventTypes)
          : await cursors.event(lease.dealId, replaySeq)
      if (event === undefined) return cursors.rest(lease, Math.max(seq, head), now())
      // A node that stood still must not send what another one sends meanwhile.
      if (later(now(), attemptMs) > leasedUntil) return
      const attemptedAt = now()
      if (!(await sendEvent(lease, stand, event))) return
      leasedUntil = later(attemptedAt, leaseMs)
    }
    await cursors.release(lease, now())
  }

  const sendTest = async (test: TakenTest): Promise<void> => {
    const message = { id: testMessageIdOf(test.id), body: writePing(test.orgId, test.createdAt) }
    await deliveries.endTest(test.id, await send(test, message, closing.signal), now())
  }

  /** Runs in its own place; the round does not wait for it, or one slow receiver would hold up all others. */
  const start = (
    who: { orgId: string; targetId: string },
    work: () => Promise<void>,
    giveBack: () => Promise<void>,
  ) => {
    const task = actFor({ tenant: who.orgId, person: who.targetId }, work)
      .catch(async (error: unknown) => {
        await giveBack()
        if (!closing.signal.aborted) onError(error)
      })
      .catch(onError)
      .finally(() => {
        running.delete(task)
        wake()
      })
    running.set(task, who)
  }

  const fullAmong = (ids: readonly string[], places: number): string[] => {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].flatMap(([id, count]) => (count >= places ? [id] : []))
  }

  /** False: nothing more is due, or no place is free. */
  const startSome = async (): Promise<boolean> => {
    const free = placesPerNode - running.size
    if (free <= 0 || closing.signal.aborted) return false
    const orgIds = [...running.values()].map(({ orgId }) => orgId)
    const targetIds = [...running.values()].map(({ targetId }) => targetId)
    const busy = {
      orgIds: fullAmong(orgIds, placesPerOrg),
      targetIds: fullAmong(targetIds, placesPerTarget),
      runningTargetIds: [...new Set(targetIds)],
    }
    const at = now()
    const leases = await cursors.take(at, later(at, leaseMs), busy, free)
    for (const lease of leases)
      start(
        lease,
        () => sendTurn(lease, at),
        // Later than at once: whatever failed here, such as the database, may fail again.
        () => cursors.release(lease, closing.signal.aborted ? now() : later(now(), seconds(5))),
      )
    return leases.length > 0
  }

  const startTests = async (): Promise<void> => {
    const free = Math.min(testsAtOnce, placesPerNode - running.size)
    if (free <= 0) return
    const at = now()
    for (const test of await deliveries.takeTests(at, later(at, leaseMs), free))
      start(
        test,
        () => sendTest(test),
        () => deliveries.releaseTest(test.id),
      )
  }

  const look = async (isAlone: boolean): Promise<void> => {
    if (isAlone) await cursors.releaseAll()
    hasTargets = await cursors.hasTargets()
    if (!hasTargets) return noted.clear()
    await startTests()
    const at = now()
    if (at.getTime() - sweptAt >= sweepEveryMs) {
      sweptAt = at.getTime()
      noted.clear()
      await cursors.noteAllChanged(at)
    } else if (noted.size > 0) {
      const dealIds = [...noted]
      noted.clear()
      await cursors.noteChanged(dealIds, at)
    }
    while (await startSome());
  }

  /** One after another: what a look has leased but not yet started would be missed by another. */
  const lookInTurn = (isAlone: boolean): Promise<void> => {
    const next = () => look(isAlone)
    round = round.then(next, next)
    return round
  }

  return {
    /** A deal has new events. What does not fit is found by the sweep. */
    note: (dealId: string): void => {
      if (!hasTargets) return
      if (noted.size < maxNoted) noted.add(dealId)
      wake()
    },

    /** Messages were lost: the next look goes through all deals. */
    noteAll: (): void => {
      sweptAt = Number.NEGATIVE_INFINITY
      wake()
    },

    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> =>
      closing.signal.aborted ? round : lookInTurn(isAlone),

    /** Sends everything that is due now, also what nobody was woken for. */
    deliver: async (): Promise<void> => {
      sweptAt = Number.NEGATIVE_INFINITY
      do {
        await Promise.allSettled(running.keys())
        await lookInTurn(false)
      } while (running.size > 0)
    },

    sweep: async (): Promise<void> => {
      await cursors.forgetFormerSecrets(now())
      const before = later(now(), -keptMs)
      while ((await deliveries.deleteOld(before)) === deliveries.sweptAtOnce);
      while ((await deliveries.deleteBeyond()) === deliveries.sweptAtOnce);
    },

    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`, and by each task itself.
      await Promise.allSettled([round, ...running.keys()])
    },
  }
}
