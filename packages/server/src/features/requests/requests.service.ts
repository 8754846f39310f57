import { canCloseRequest, canEditRequest, maxOpenRequests, type RequestState } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { assertCalendarDate } from '../committee/index.ts'
import type { Quality } from '../quality/index.ts'
import { planReminder } from './plan-reminder.ts'
import type { DealPage, RequestRow, RequestsStore, Source, StoredRequest } from './requests.store.ts'

interface Deps {
  store: RequestsStore
  changes: Pick<DealChanges, 'change'>
  quality: Pick<Quality, 'of' | 'known'>
}

export interface NewRequest {
  title: string
  note: string | null
  source: Source | null
  assigneeId: string | null
  dueDate: string | null
}

/** Absent fields stay as they are. */
export type RequestEdit = { [Field in Exclude<keyof NewRequest, 'source'>]?: NewRequest[Field] | undefined } & {
  status?: RequestState | undefined
}

export interface RequestPage {
  rows: RequestRow[]
  /** The last of this page, if there is another one. */
  next: RequestRow | undefined
}

type Wanted = Pick<StoredRequest, 'title' | 'note' | 'assigneeId' | 'dueDate' | 'status'>

const pageOf = (rows: readonly RequestRow[], limit: number): RequestPage => {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1) : undefined }
}

export type Requests = ReturnType<typeof createRequests>

/** What people ask each other to do on a deal. Requests can be changed after the deal was finalized. */
export const createRequests = ({ store, changes, quality }: Deps) => {
  const afterDecision = { evenIfDecided: true }

  const find = async (dealId: string, id: string): Promise<RequestRow> =>
    (isId(id) ? await store.find(dealId, id) : undefined) ?? refuse('request_not_found')

  const assertAssignee = async (dealId: string, assigneeId: string | null): Promise<void> => {
    if (assigneeId !== null && !(await store.canSee(dealId, assigneeId))) refuse('member_not_found')
  }

  const assertRoom = async (dealId: string): Promise<void> => {
    if ((await store.countOpen(dealId)) >= maxOpenRequests) refuse('too_many_open_requests')
  }

  /** Examines the model if that has not been done, which can take seconds: never while the deal is locked. */
  const assertFinding = async (dealId: string, source: Source | null): Promise<void> => {
    if (source?.kind !== 'finding') return
    const { findings } = (await quality.of(dealId)).data_quality_summary
    if (!findings.some(({ id }) => id === source.id)) refuse('source_not_found')
  }

  const assertSource = async (dealId: string, source: Source | null): Promise<void> => {
    if (source === null || source.kind === 'finding') return
    const { kind, id } = source
    if (!isId(id) || !(await store.hasSource(dealId, { kind, id }))) refuse('source_not_found')
  }

  /** Tells people of an open request that becomes theirs. */
  const notify = (deal: ChangingDeal, wanted: Wanted, former: Wanted | undefined): boolean => {
    const { assigneeId, status, title } = wanted
    const isNew = former === undefined || former.assigneeId !== assigneeId || former.status !== 'open'
    if (assigneeId === null || status !== 'open' || !isNew) return false
    deal.notify({ type: 'request_assigned', to: [assigneeId], snippet: title })
    return true
  }

  /** What became of sources that are findings; unknown while the present model has not been examined. */
  const withFindings = async (dealId: string, rows: readonly RequestRow[]): Promise<RequestRow[]> => {
    if (!rows.some(({ sourceKind }) => sourceKind === 'finding')) return [...rows]
    const known = (await quality.known(dealId))?.data_quality_summary.findings
    return rows.map((row) =>
      row.sourceKind === 'finding' && known !== undefined
        ? { ...row, sourceGone: !known.some(({ id }) => id === row.sourceId) }
        : row,
    )
  }

  const show = async (dealId: string, row: RequestRow): Promise<RequestRow> =>
    (await withFindings(dealId, [row]))[0] ?? row

  return {
    list: async (dealId: string, page: DealPage): Promise<RequestPage> => {
      const { rows, next } = pageOf(await store.page(dealId, { ...page, limit: page.limit + 1 }), page.limit)
      return { rows: await withFindings(dealId, rows), next }
    },

    /** On all deals that the person can see. */
    mine: async (
      { userId }: Pick<Actor, 'userId'>,
      page: Pick<DealPage, 'status' | 'after' | 'limit'>,
    ): Promise<RequestPage> => pageOf(await store.pageOf(userId, { ...page, limit: page.limit + 1 }), page.limit),

    create: async (actor: Actor, dealId: string, wanted: NewRequest): Promise<RequestRow> => {
      const { source, assigneeId } = wanted
      await assertFinding(dealId, source)
      const row = await changes.change(
        actor,
        dealId,
        'commenter',
        async (deal) => {
          await assertRoom(dealId)
          await assertSource(dealId, source)
          await assertAssignee(dealId, assigneeId)
          const request = {
            title: readTitle(wanted.title),
            note: readNote(wanted.note),
            assigneeId,
            dueDate: readDay(wanted.dueDate),
            status: 'open' as const,
          }
          const id = newId()
          await store.add({
            ...request,
            // Whoever is asked is notified, or has made the request.
            ...planReminder(request, { at: deal.at, isTold: true }),
            id,
            dealId,
            sourceKind: source?.kind ?? null,
            sourceId: source?.id ?? null,
            version: 1,
            createdBy: actor.userId,
            createdAt: deal.at,
            updatedAt: deal.at,
          })
          deal.record('request.created', {
            request_id: id,
            assignee_id: assigneeId,
            due_date: request.dueDate,
            status: request.status,
            source_kind: source?.kind ?? null,
            source_id: source?.id ?? null,
          })
          notify(deal, request, undefined)
          return find(dealId, id)
        },
        afterDecision,
      )
      return show(dealId, row)
    },

    edit: async (
      actor: Actor,
      dealId: string,
      id: string,
      edit: RequestEdit,
      seen: number | undefined,
    ): Promise<RequestRow> => {
      const row = await changes.change(
        actor,
        dealId,
        'viewer',
        async (deal) => {
          const former = await find(dealId, id)
          const wanted: Wanted = {
            title: edit.title === undefined ? former.title : readTitle(edit.title),
            note: edit.note === undefined ? former.note : readNote(edit.note),
            assigneeId: edit.assigneeId === undefined ? former.assigneeId : edit.assigneeId,
            dueDate: edit.dueDate === undefined ? former.dueDate : readDay(edit.dueDate),
            status: edit.status ?? former.status,
          }
          const changed = new Set(fields.filter((field) => wanted[field] !== former[field]))
          assertAllowed(actor, deal, former, changed)
          assertCurrent(former.version, seen)
          if (changed.size === 0) return former
          if (changed.has('assigneeId')) await assertAssignee(dealId, wanted.assigneeId)
          if (wanted.status === 'open' && changed.has('status')) await assertRoom(dealId)
          const isTold = notify(deal, wanted, former) || wanted.assigneeId === actor.userId
          const isReplanned = changed.has('assigneeId') || changed.has('dueDate') || changed.has('status')
          const version = former.version + 1
          await store.save(dealId, id, {
            ...wanted,
            ...(isReplanned ? planReminder(wanted, { at: deal.at, isTold }) : {}),
            ...(changed.has('status') ? { closedAt: wanted.status === 'open' ? null : deal.at } : {}),
            version,
            updatedAt: deal.at,
          })
          deal.record('request.changed', {
            request_id: id,
            assignee_id: wanted.assigneeId,
            due_date: wanted.dueDate,
            status: wanted.status,
            text_changed: changed.has('title') || changed.has('note'),
            version,
          })
          return find(dealId, id)
        },
        afterDecision,
      )
      return show(dealId, row)
    },
  }
}

const fields = ['title', 'note', 'assigneeId', 'dueDate', 'status'] as const

/** Editors and the person who asked change all of it; the person who is asked only says what became of it. */
const assertAllowed = (
  { userId }: Pick<Actor, 'userId'>,
  { role }: Pick<ChangingDeal, 'role'>,
  { createdBy, assigneeId }: Pick<StoredRequest, 'createdBy' | 'assigneeId'>,
  changed: ReadonlySet<(typeof fields)[number]>,
): void => {
  const asked = { userId, authorId: createdBy, assigneeId }
  const isStatusOnly = [...changed].every((field) => field === 'status')
  if (role === undefined || !(isStatusOnly ? canCloseRequest : canEditRequest)(role, asked)) refuse('role_too_low')
}

const readTitle = (given: string): string => {
  const title = given.trim()
  if (title !== '') return title
  throw new InvalidInput({ at: ['body', 'title'], reason: requestMessages.textBlank(), input: given })
}

const readNote = (given: string | null): string | null => given?.trim() || null

const readDay = (given: string | null): string | null => {
  if (given !== null) assertCalendarDate(given, 'due_date')
  return given
}
