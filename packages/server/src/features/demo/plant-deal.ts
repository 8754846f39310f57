import { baseScenarioId } from '@deal-canvas/contract'
import { derive } from '@deal-canvas/engine'
import { type Block, writeBlock } from '@deal-canvas/memo'
import { actingFor } from '../../acting-for.ts'
import type { Actor } from '../../actor.ts'
import type { Audit, DealChanges } from '../audit-trail/index.ts'
import type { Comments, Reactions, Replies, Resolution, Suggestions } from '../comments/index.ts'
import type { SignOffs } from '../committee/index.ts'
import type { DealMembers, Deals } from '../deals/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Feedback } from '../feedback/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { CustomMetrics } from '../models/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Readings } from '../readings/index.ts'
import type { Requests } from '../requests/index.ts'
import type { Scenarios } from '../scenarios/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import type { UncertaintySettings } from '../uncertainty/index.ts'
import type { DemoClock } from './demo-clock.ts'
import { dayBefore, momentsOf } from './demo-days.ts'
import {
  type CheckedNumbers,
  type CommentAct,
  type DemoAct,
  type DemoDeal,
  type DemoMetric,
  type DemoRole,
  demoRoles,
} from './demo-deal.ts'
import type { createTakeInFiles } from './take-in-files.ts'

interface Deps {
  records: Pick<Deals, 'add'>
  members: Pick<DealMembers, 'put'>
  changes: DealChanges
  documents: Pick<Documents, 'all'>
  takeInFiles: ReturnType<typeof createTakeInFiles>
  readings: Pick<Readings, 'try' | 'change'>
  customMetrics: Pick<CustomMetrics, 'tryNew' | 'add'>
  evidence: Pick<Evidence, 'search'>
  sections: Pick<Sections, 'show' | 'put'>
  metrics: Pick<Metrics, 'write' | 'put'>
  requests: Pick<Requests, 'create' | 'edit'>
  scenarios: Pick<Scenarios, 'create'>
  thresholds: Pick<Thresholds, 'create'>
  uncertaintySettings: Pick<UncertaintySettings, 'planSave' | 'save'>
  comments: Pick<Comments, 'create' | 'edit'>
  replies: Pick<Replies, 'add'>
  reactions: Pick<Reactions, 'add'>
  resolution: Resolution
  suggestions: Suggestions
  signOffs: Pick<SignOffs, 'create' | 'list' | 'sign'>
  feedback: Pick<Feedback, 'give'>
  audit: Pick<Audit, 'add' | 'finalize' | 'reopen'>
  notifications: Pick<Notifications, 'read'>
  clock: Pick<DemoClock, 'goTo'>
}

export type DemoTeam = Readonly<Record<DemoRole, { userId: string }>>

export type PlantDeal = ReturnType<typeof createPlantDeal>

/** The default limit of a search. */
const maxFound = 5

/** The block with ids in place of the file names of the documents that it cites. */
const withDocumentIds = (block: Block, ids: ReadonlyMap<string, string>): Block => {
  const cite = <Cited extends { document: string }>(cited: Cited): Cited => {
    const id = ids.get(cited.document)
    if (id === undefined) throw new Error(`A demo memo cites ${cited.document}, which its deal does not have`)
    return { ...cited, document: id }
  }
  if (block.block === 'fact') return cite(block)
  if (block.block !== 'risk' || block.evidence === undefined) return block
  return { ...block, evidence: block.evidence.map((one) => ('metric' in one ? one : cite(one))) }
}

/** Creates a demo deal through the regular services, with each act performed as its author. */
export const createPlantDeal = (services: Deps) => {
  const {
    records,
    members,
    changes,
    documents,
    takeInFiles,
    readings,
    customMetrics,
    evidence,
    sections,
    metrics,
    requests,
    scenarios,
    thresholds,
    uncertaintySettings,
    comments,
    replies,
    reactions,
    resolution,
  } = services
  const { suggestions, signOffs, feedback, audit, notifications, clock } = services

  return async (orgId: string, team: DemoTeam, deal: DemoDeal, today: Date): Promise<void> => {
    const dealId = deal.id
    const as = (role: DemoRole): Actor => actingFor(team[role].userId, role)
    const idsOf = (roles: readonly DemoRole[] = []) => roles.map((role) => team[role].userId)
    const threads = new Map<string, string>()
    const asked = new Map<string, string>()
    const at = (thread: string) => ({ dealId, commentId: threads.get(thread) ?? '' })

    const enterByHand = (actor: Actor, inputs: Readonly<Record<string, number>>) =>
      changes.change(actor, dealId, 'editor', (changing) =>
        metrics.write(
          changing,
          [...derive(inputs)].map(([metricKey, value]) => ({ metricKey, value })),
        ),
      )

    const checkNumbers = async (actor: Actor, checked: CheckedNumbers) =>
      readings.change(actor, await readings.try(dealId, 'deal', checked, undefined))

    const defineMetric = async (actor: Actor, metric: DemoMetric) =>
      customMetrics.add(actor, dealId, await customMetrics.tryNew(dealId, { ...metric, scale: undefined }))

    const writeMemo = async (author: Actor): Promise<void> => {
      const ids = new Map((await documents.all(dealId)).map(({ fileName, id }) => [fileName, id]))
      for (const { key, content, blocks = [] } of deal.sections) {
        const written = blocks.map((block) => writeBlock(withDocumentIds(block, ids)))
        await sections.put(author, dealId, {
          sectionKey: key,
          content: [content, ...written].join('\n\n'),
          seen: undefined,
        })
      }
    }

    const comment = async (actor: Actor, act: CommentAct): Promise<void> => {
      const { section: sectionKey = null, quote = null, replacement } = act
      const { id } = await comments.create(actor, dealId, {
        content: act.content,
        commentType: act.type ?? 'comment',
        sectionKey,
        metricKey: act.metric ?? null,
        anchorText: quote,
        anchorPrefix: null,
        anchorSuffix: null,
        mentioned: idsOf(act.mentions),
        suggestion:
          replacement === undefined || sectionKey === null
            ? null
            : { replacement, base_version: (await sections.show(dealId, sectionKey)).version },
      })
      if (act.as !== undefined) threads.set(act.as, id)
    }

    const rewrite = async (actor: Actor, sectionKey: string, passage: string, replacement: string) => {
      const { content, version } = await sections.show(dealId, sectionKey)
      if (!content.includes(passage)) throw new Error(`${dealId} ${sectionKey} does not say: ${passage}`)
      await sections.put(actor, dealId, { sectionKey, content: content.replace(passage, replacement), seen: version })
    }

    const setUncertainty = async (
      actor: Actor,
      { inputs, correlations = [] }: Extract<DemoAct, { does: 'uncertainty' }>,
    ): Promise<unknown> => {
      const planned = await uncertaintySettings.planSave(actor, dealId, baseScenarioId, { inputs, correlations })
      return uncertaintySettings.save(actor, dealId, baseScenarioId, planned, undefined)
    }

    const ask = async (actor: Actor, act: Extract<DemoAct, { does: 'ask' }>): Promise<void> => {
      const { id, version } = await requests.create(actor, dealId, {
        title: act.title,
        note: act.note ?? null,
        source: act.about === undefined ? null : { kind: 'comment', id: at(act.about).commentId },
        assigneeId: act.of === undefined ? null : team[act.of].userId,
        dueDate: act.dueIn === undefined ? null : dayBefore(today, -act.dueIn, 0).toISOString().slice(0, 10),
      })
      if (act.isDone === true) await requests.edit(actor, dealId, id, { status: 'done' }, version)
    }

    const askSignOff = async (actor: Actor, act: Extract<DemoAct, { does: 'ask_sign_off' }>): Promise<void> => {
      const { subject, label = null, of: role, dueIn } = act
      const dueOn = dueIn === undefined ? null : dayBefore(today, -dueIn, 0).toISOString().slice(0, 10)
      const { id } = await signOffs.create(actor, dealId, { subject, label, assigneeId: team[role].userId, dueOn })
      asked.set(act.as, id)
    }

    const sign = async (actor: Actor, { signOff, note }: Extract<DemoAct, { does: 'sign' }>): Promise<unknown> => {
      const { now: signedOn } = await signOffs.list(dealId)
      return signOffs.sign(actor, dealId, asked.get(signOff) ?? '', { signedOn, note: note ?? null }, undefined)
    }

    const perform = (act: DemoAct): Promise<unknown> => {
      const actor = as(act.by)
      switch (act.does) {
        case 'comment':
          return comment(actor, act)
        case 'reply':
          return replies.add(actor, at(act.to), { content: act.content, mentioned: idsOf(act.mentions) })
        case 'edit':
          return comments.edit(actor, at(act.thread), { content: act.content, mentioned: undefined, seen: undefined })
        case 'react':
          return reactions.add(actor, at(act.to), act.emoji)
        case 'resolve':
        case 'reopen':
          return resolution[act.does](actor, at(act.thread))
        case 'accept':
        case 'reject':
          return suggestions[act.does](actor, at(act.thread))
        case 'rewrite':
          return rewrite(actor, act.section, act.passage, act.replacement)
        case 'rate': {
          const { section: sectionKey, rating, comment: said = null, tags = [] } = act
          return feedback.give(actor, dealId, { sectionKey, rating, comment: said, tags })
        }
        case 'set_metric':
          return metrics.put(actor, dealId, act.metric, {
            value: act.value,
            label: undefined,
            unit: undefined,
            seen: undefined,
          })
        case 'scenario':
          return scenarios.create(actor, dealId, {
            name: act.name,
            note: act.note,
            color: undefined,
            visibility: undefined,
            basedOn: null,
            overrides: Object.entries(act.inputs).map(([metricKey, value]) => ({
              metricKey,
              value,
              reason: undefined,
            })),
          })
        case 'limit': {
          const { metric: metricKey, side, value, kind, source } = act
          return thresholds.create(actor, dealId, { metricKey, side, value, kind, source })
        }
        case 'uncertainty':
          return setUncertainty(actor, act)
        case 'ask':
          return ask(actor, act)
        case 'search':
          return evidence.search(actor, dealId, act.query, { limit: maxFound })
        case 'report':
          return audit.add(actor, dealId, { kind: act.kind, type: act.type, data: act.data })
        case 'ask_sign_off':
          return askSignOff(actor, act)
        case 'sign':
          return sign(actor, act)
        case 'decide':
          return audit.finalize(actor, dealId, {
            decision: act.decision,
            rationale: act.rationale,
            overrideReason: null,
            overrides: [],
            conditions: [],
          })
        case 'reopen_deal':
          return audit.reopen(actor, dealId, act.reason)
        case 'read':
          return notifications.read(actor, { ids: undefined, dealId })
      }
    }

    const owner = as('owner')
    clock.goTo(dayBefore(today, deal.days.from, 8))
    await records.add({ id: dealId, name: deal.name, tier: 'legacy', orgId, ownerId: owner.userId })
    for (const role of demoRoles) {
      if (role !== 'owner') await members.put(owner, { dealId, userId: team[role].userId }, role)
    }
    if ('files' in deal.from) {
      await takeInFiles(as('editor'), dealId, deal.from.files)
      await checkNumbers(as('editor'), deal.from.checked)
      for (const metric of deal.from.custom ?? []) await defineMetric(as('editor'), metric)
    } else await enterByHand(as('editor'), deal.from.inputs)
    await writeMemo(as('editor'))
    const moments = momentsOf(deal.acts.length, deal.days, today)
    for (const [place, act] of deal.acts.entries()) {
      clock.goTo(moments[place] ?? today)
      await perform(act)
    }
  }
}
