import { formatMetric } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import { asksForAction, type ChipNumber } from '@deal-canvas/facts'
import type { Actor } from '../../actor.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Statements } from '../facts/index.ts'
import { sectionKindOf } from '../memo/index.ts'
import { isUnconfirmed, type Metrics } from '../metrics/index.ts'
import type { Models } from '../models/index.ts'

/** A passage, or a sentence that was read as a fact, with the id by which agents cite it. */
export interface DraftPassage {
  readonly id: string
  readonly text: string
  readonly documentId: string
  /** Null: a fact. */
  readonly position: number | null
  readonly page: number | null
  readonly fileName: string
  /** Whether it contradicts a number of the memo. */
  readonly contradicts: boolean
}

/** What the agents work from; the same for all of them, also when the work is resumed. */
export interface DraftSources {
  readonly title: string
  readonly contains: string
  readonly numbers: readonly ChipNumber[]
  readonly passages: readonly DraftPassage[]
  /** Numbers of the section that are not stated because nobody has confirmed them. */
  readonly unconfirmed: number
}

interface Deps {
  changes: Pick<DealChanges, 'change'>
  evidence: Pick<Evidence, 'find' | 'record'>
  metrics: Pick<Metrics, 'all'>
  statements: Pick<Statements, 'of'>
  documents: Pick<Documents, 'all'>
  models: Pick<Models, 'present'>
}

const maxNumbers = 40
const maxPassages = 8
const maxNames = 8
const maxFacts = 6
const maxContradictions = 4

/** Reads what a draft of a section can be made from: never a number that nobody has confirmed or read with certainty. */
export const createReadSources =
  ({ changes, evidence, metrics, statements, documents, models }: Deps) =>
  async (
    actor: Actor,
    dealId: string,
    { sectionKey, title }: { sectionKey: string; title: string },
  ): Promise<DraftSources> => {
    const kind = sectionKindOf(sectionKey)
    const rows = (await metrics.all(dealId)).filter(({ value }) => value !== null)
    const own = new Set(kind?.metrics)
    const sure = rows.filter((row) => !isUnconfirmed(row) && !asksForAction(row.label))
    const chosen = [
      ...sure.filter(({ metricKey }) => own.has(metricKey)),
      ...sure.filter(({ metricKey }) => !own.has(metricKey)),
    ]
    const contains = kind?.contains ?? ''
    // What a section is about is said best by the names of its numbers.
    const names = (kind?.metrics ?? []).slice(0, maxNames).flatMap((key) => kindOf(key)?.label ?? [])
    const query = [title, contains, ...names].join(' ')
    const [{ currency }, files, { stated, contradictions }, found] = await Promise.all([
      models.present(dealId),
      documents.all(dealId),
      statements.of(dealId, new Set(rows.map(({ metricKey }) => metricKey))),
      evidence.find(dealId, query, maxPassages, {}, { keepsWeak: true }),
    ])
    await changes.change(actor, dealId, 'editor', async (deal) =>
      evidence.record(deal, 'evidence.searched', query, found.passages),
    )
    const fileNames = new Map(files.map(({ id, fileName }) => [id, fileName]))
    const facts = stated.filter(({ metricKey }) => own.has(metricKey)).slice(0, maxFacts)
    const passages = [
      ...found.passages.map(({ documentId, position, page, fileName, content }) => ({
        text: content,
        documentId,
        position,
        page,
        fileName,
        contradicts: false,
      })),
      ...[
        ...facts.map((fact) => ({ fact, contradicts: false })),
        ...contradictions.slice(0, maxContradictions).map((fact) => ({ fact, contradicts: true })),
      ].map(({ fact, contradicts }) => ({
        text: fact.quote,
        documentId: fact.documentId,
        position: null,
        page: fact.page ?? null,
        fileName: fileNames.get(fact.documentId) ?? '',
        contradicts,
      })),
    ]
    return {
      title,
      contains,
      numbers: chosen.slice(0, maxNumbers).map(({ metricKey, label, unit, value }) => ({
        key: metricKey,
        label,
        written: formatMetric(value ?? 0, unit, currency),
      })),
      // What speaks to the model instead of about the deal is never handed over.
      passages: passages
        .filter(({ text }) => !asksForAction(text))
        .map((passage, place) => ({ id: `p${place + 1}`, ...passage })),
      unconfirmed: rows.filter((row) => own.has(row.metricKey) && isUnconfirmed(row)).length,
    }
  }
