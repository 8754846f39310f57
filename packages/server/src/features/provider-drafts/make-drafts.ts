import { type DraftAgent, dealRoles, type ProviderDraftProblem } from '@deal-canvas/contract'
import type { Claim } from '@deal-canvas/facts'
import { actingFor } from '../../acting-for.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import { type Clock, hours, later, seconds } from '../../platform/clock.ts'
import { actFor } from '../../platform/fairness/party.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { AddDraft } from '../comments/index.ts'
import type { Sections } from '../memo/index.ts'
import { titleOf } from '../memo/index.ts'
import { isUnconfirmed, type Metrics } from '../metrics/index.ts'
import { type ModelProvider, promptOf, sha256 } from '../model-provider/index.ts'
import { type Brief, composePrompt } from './compose-prompts.ts'
import { type Judged, judgeAnswer } from './judge-answer.ts'
import { placeDraft } from './place-draft.ts'
import type { DraftRow, ProviderDraftsStore } from './provider-drafts.store.ts'
import type { createReadSources, DraftSources } from './sources.ts'
import { type Exchange, writeDraft } from './write-draft.ts'

interface Deps {
  store: Pick<
    ProviderDraftsStore,
    'take' | 'releaseAll' | 'find' | 'beat' | 'ask' | 'answered' | 'end' | 'deleteExpired'
  >
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  provider: ModelProvider
  readSources: ReturnType<typeof createReadSources>
  changes: Pick<DealChanges, 'change' | 'changeAsService'>
  sections: Pick<Sections, 'lockRow'>
  metrics: Pick<Metrics, 'all'>
  addDraft: AddDraft
  onError(error: unknown): void
  now: Clock
  beatMs?: number
}

/** A node that is gone loses its drafts after this long without a beat. */
const leaseMs = seconds(30)
const draftsAtOnce = 2
/** A draft that was interrupted this often crashes its process, and must not do so forever. */
const maxAttempts = 6
const keptMs = hours(24)
const context = 64
/** Somebody else keeps the service busy, or a store is not reachable: the draft is made later. */
const passing = new Set(['workers_busy', 'store_unavailable', 'shutting_down'])

class TakenOver extends Error {}

/** Why a draft has failed. */
class DraftProblem extends Error {
  readonly problem: ProviderDraftProblem
  constructor(problem: ProviderDraftProblem) {
    super(problem)
    this.problem = problem
  }
}

/** An answer of an agent, kept until the draft has ended, so that no finished step is paid for twice. */
interface KeptAnswer {
  /** SHA-256 of what it was made from. */
  basis: string
  text: string
  promptTokens: number
  answerTokens: number
}

const steps = ['sources', 'analyst', 'critic', 'editor'] as const

/** A deal that was purged meanwhile has no draft that could fail. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== 'deal_not_found') throw error
}

const textsOf = (claims: readonly Claim[]) => claims.map(({ text, citations }) => ({ text, sources: citations }))

/**
 * Drafts sections in the background. Every node looks for drafts that are due; a lease keeps two nodes from making the
 * same one, and one whose process died continues after its last finished step.
 */
export const createMakeDrafts = (deps: Deps) => {
  const { store, state, provider, readSources, changes, sections, metrics, addDraft, onError, now } = deps
  const { beatMs = seconds(5) } = deps
  const closing = new AbortController()
  const working = new Map<string, AbortController>()
  let round: Promise<void> = Promise.resolve()

  const actorOf = ({ requestedBy, grantId, bySuperadmin }: DraftRow): Actor => ({
    ...actingFor(requestedBy, dealRoles[0]),
    bySuperadminGrant: bySuperadmin,
    tokenGrantId: grantId ?? undefined,
  })

  const keyOf = ({ dealId, id }: DraftRow, step: (typeof steps)[number]) =>
    ({ dealId, kind: 'checkpoint', id: `draft ${id} ${step}` }) as const

  const forget = async (row: DraftRow): Promise<void> => {
    for (const step of steps) await state.delete(keyOf(row, step))
  }

  /** Steps are needed no more once a draft has ended, or its deal is purged: an answer can arrive after that. */
  const forgetEnded = async (row: DraftRow): Promise<void> => {
    if (((await store.find(row.dealId, row.id))?.dueAt ?? null) === null) await forget(row)
  }

  /** Undefined after a purge that includes checkpoints: the step is done again. */
  // Not validated, because this service wrote it.
  const kept = async <Value>(row: DraftRow, step: (typeof steps)[number]): Promise<Value | undefined> =>
    (await state.get(keyOf(row, step)))?.value as Value | undefined

  const sourcesOf = async (row: DraftRow): Promise<DraftSources> => {
    const before = await kept<DraftSources>(row, 'sources')
    if (before !== undefined) return before
    const { dealId, sectionKey } = row
    const actor = actorOf(row)
    const title = await changes.change(
      actor,
      dealId,
      'editor',
      async () => (await sections.lockRow(dealId, sectionKey))?.title ?? titleOf(sectionKey),
    )
    const sources = await readSources(actor, dealId, { sectionKey, title })
    await state.set(keyOf(row, 'sources'), sources, { ttlMs: keptMs })
    return sources
  }

  const note = (
    row: DraftRow,
    agent: DraftAgent,
    answer: KeptAnswer | undefined,
    judged: Judged | undefined,
    used: number | undefined,
  ) =>
    changes.changeAsService(
      row.dealId,
      async (deal) => {
        const tokens = answer === undefined ? 0 : answer.promptTokens + answer.answerTokens
        const reserved = await store.answered(row, agent, tokens)
        if (reserved === null) return
        if (used !== undefined) await provider.settle({ dealId: row.dealId, ...reserved }, used)
        deal.record('draft.answered', {
          draft_id: row.id,
          agent,
          outcome: answer === undefined ? 'failed' : 'answered',
          answer_sha256: answer === undefined ? null : sha256(answer.text),
          prompt_tokens: answer?.promptTokens ?? 0,
          answer_tokens: answer?.answerTokens ?? 0,
          cost: answer === undefined ? null : provider.costOf(answer),
          accepted: judged?.accepted.length ?? 0,
          dropped: judged?.dropped.length ?? 0,
          doubts: (judged?.doubts.length ?? 0) + (judged?.contradictions.length ?? 0),
        })
      },
      { evenIfDecided: true },
    )

  /** Asks the provider; the call is recorded, and its tokens set aside, before anything leaves the service. */
  const ask = async (row: DraftRow, agent: DraftAgent, sources: DraftSources, brief: Brief, signal: AbortSignal) => {
    const { model } = provider
    const orgId = await provider.orgOf(row.dealId)
    if (model === undefined || orgId === undefined) throw new DraftProblem('switched_off')
    const redactor = await provider.redactorOf(row.dealId, orgId)
    const request = composePrompt(agent, sources, brief, redactor)
    await changes.change(actorOf(row), row.dealId, 'editor', async (deal) => {
      if ((await provider.orgOf(row.dealId)) !== orgId) throw new DraftProblem('switched_off')
      const usage = await provider.reserve(row.dealId, orgId, request)
      if (usage === undefined) throw new DraftProblem('budget_spent')
      const { day, tokens } = usage
      if (!(await store.ask(row, agent, { orgId, day, tokens }))) throw new TakenOver()
      deal.record('draft.asked', {
        draft_id: row.id,
        agent,
        model,
        prompt_sha256: sha256(promptOf(request)),
        max_tokens: tokens,
      })
    })
    const called = await provider.call(request, signal)
    if (called.outcome === 'cancelled') throw new TakenOver()
    if (called.answer === undefined) {
      await note(row, agent, undefined, undefined, called.tokens)
      throw new DraftProblem('unavailable')
    }
    return { ...called.answer, text: redactor.restore(called.answer.text) }
  }

  /** What an agent answered: kept from before, or asked for now. */
  const step = async (
    row: DraftRow,
    agent: DraftAgent,
    { sources, brief, drafted = [] }: { sources: DraftSources; brief: Brief; drafted?: readonly Claim[] },
    signal: AbortSignal,
  ): Promise<Judged> => {
    const basis = sha256(JSON.stringify([agent, sources, brief]))
    const before = await kept<KeptAnswer>(row, agent)
    const answer = before?.basis === basis ? before : { basis, ...(await ask(row, agent, sources, brief, signal)) }
    // Before the event, so that an answer that was paid for is never asked for again.
    if (answer !== before) await state.set(keyOf(row, agent), answer, { ttlMs: keptMs })
    const judged = judgeAnswer(agent, answer.text, sources, drafted)
    await note(row, agent, answer, judged, answer.promptTokens + answer.answerTokens)
    if (judged === undefined) throw new DraftProblem('unusable')
    return judged
  }

  /** Sentences about numbers that can no longer be stated are dropped. */
  const stillTrue = async (dealId: string, editor: Judged): Promise<Judged> => {
    const rows = await metrics.all(dealId)
    const sure = new Set(
      rows.filter((row) => row.value !== null && !isUnconfirmed(row)).map(({ metricKey }) => metricKey),
    )
    const isTrue = ({ numbers }: { numbers: readonly string[] }): boolean => numbers.every((key) => sure.has(key))
    const gone = editor.accepted.filter((claim) => !isTrue(claim))
    return {
      ...editor,
      accepted: editor.accepted.filter(isTrue),
      dropped: [
        ...editor.dropped,
        ...gone.map(({ text }) => ({ text, agent: 'editor' as const, reason: 'unknown_number' as const })),
      ],
    }
  }

  const keep = (row: DraftRow, sources: DraftSources, exchange: Exchange): Promise<void> =>
    changes.change(actorOf(row), row.dealId, 'editor', async (deal) => {
      const { dealId, sectionKey } = row
      const section = await sections.lockRow(dealId, sectionKey)
      const content = section?.content ?? ''
      const editor = await stillTrue(dealId, exchange.editor)
      const { text, count, numbers, report } = writeDraft(sources, { ...exchange, editor }, content)
      const place = section === undefined || count === 0 ? undefined : placeDraft(content)
      const version = section?.version ?? 0
      const commentId =
        place === undefined
          ? null
          : await addDraft(deal, {
              draftId: row.id,
              authorId: row.requestedBy,
              model: provider.model ?? '',
              count,
              sectionKey,
              anchorText: place.line,
              anchorPrefix: content.slice(Math.max(0, place.position - context), place.position),
              anchorSuffix: content.slice(place.position + place.line.length).slice(0, context),
              replacement: `${place.line}\n\n${text}`,
              baseVersion: version,
            })
      const whole = [content.trim(), text].filter((part) => part !== '').join('\n\n')
      const proposal = count === 0 || commentId !== null ? null : { content: whole, base_version: version }
      const ended = { status: 'ready', endedAt: deal.at, report, commentId, proposal } as const
      if (!(await store.end(row, ended))) throw new TakenOver()
      deal.record('draft.ended', {
        draft_id: row.id,
        section_key: sectionKey,
        outcome: 'ready',
        problem: null,
        comment_id: commentId,
        accepted: count,
        dropped: report.dropped.length,
        version,
        stale: section?.stale ?? false,
        metric_keys: [...numbers],
        unconfirmed: sources.unconfirmed,
      })
    })

  const make = async (row: DraftRow, signal: AbortSignal): Promise<void> => {
    const sources = await sourcesOf(row)
    if (sources.numbers.length + sources.passages.length === 0) throw new DraftProblem('no_sources')
    const analyst = await step(row, 'analyst', { sources, brief: {} }, signal)
    const drafted = analyst.accepted
    const critic = await step(row, 'critic', { sources, brief: { claims: textsOf(drafted) }, drafted }, signal)
    const contradicted = critic.contradictions.map(({ claim }) => claim)
    const doubted = [...new Set([...critic.doubts, ...contradicted])].map((place) => place + 1)
    const brief = { claims: textsOf([...drafted, ...critic.accepted]), doubted }
    const editor = await step(row, 'editor', { sources, brief }, signal)
    await keep(row, sources, { analyst, critic, editor })
  }

  const fail = (row: DraftRow, problem: ProviderDraftProblem): Promise<void> =>
    changes.changeAsService(
      row.dealId,
      async (deal) => {
        if (!(await store.end(row, { status: 'failed', endedAt: deal.at, problem }))) return
        const section = await sections.lockRow(row.dealId, row.sectionKey)
        deal.record('draft.ended', {
          draft_id: row.id,
          section_key: row.sectionKey,
          outcome: 'failed',
          problem,
          comment_id: null,
          accepted: 0,
          dropped: 0,
          version: section?.version ?? 0,
          stale: section?.stale ?? false,
          metric_keys: [],
          unconfirmed: 0,
        })
      },
      { evenIfDecided: true },
    )

  /** Why a draft cannot be made; undefined: it can be later. */
  const problemOf = (error: unknown): ProviderDraftProblem | undefined => {
    if (error instanceof DraftProblem) return error.problem
    return error instanceof DomainError && !passing.has(error.code) ? 'not_allowed' : undefined
  }

  const attempt = async (row: DraftRow): Promise<void> => {
    if (row.attempts > maxAttempts) return fail(row, 'interrupted')
    const taken = new AbortController()
    const signal = AbortSignal.any([closing.signal, taken.signal])
    const beat = async (): Promise<void> => {
      if (!(await store.beat(row, later(now(), leaseMs)))) taken.abort(new TakenOver())
    }
    const beating = setInterval(() => void beat().catch(onError), beatMs)
    working.set(row.id, taken)
    try {
      await actFor({ tenant: row.requestedBy, person: row.requestedBy }, () => make(row, signal))
    } catch (error) {
      if (closing.signal.aborted) return
      const problem = problemOf(error)
      if (problem !== undefined) await fail(row, problem).catch(unlessGone)
      else if (!(error instanceof TakenOver)) onError(error)
    } finally {
      clearInterval(beating)
      working.delete(row.id)
      if (!closing.signal.aborted) await forgetEnded(row)
    }
  }

  const makeDue = async (isAlone: boolean): Promise<void> => {
    if (isAlone) await store.releaseAll(now())
    for (;;) {
      if (closing.signal.aborted) return
      const rows = await store.take(now(), later(now(), leaseMs), draftsAtOnce)
      if (rows.length === 0) return
      await Promise.all(rows.map((row) => attempt(row).catch(onError)))
    }
  }

  return {
    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (!closing.signal.aborted) round = makeDue(isAlone)
      return round
    },
    /** A draft that was cancelled: ends the call at once if it is made here, and forgets its steps. */
    stop: async (row: DraftRow): Promise<void> => {
      working.get(row.id)?.abort(new TakenOver())
      await forget(row)
    },
    sweep: (): Promise<void> => store.deleteExpired(now()),
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
