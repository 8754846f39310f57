import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { modelMessages } from '../../messages/models.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { DocumentRow } from '../documents/index.ts'
import { workbookAmong } from '../documents/index.ts'
import type { AnchorPlan, DraftPlan, Memo, Sections } from '../memo/index.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import type {
  BuiltModel,
  ChosenCell,
  Difference,
  ModelComputing,
  ModelReading,
  ModelState,
  ReadingOptions,
  TakeInModel,
  WorkbookReading,
} from '../models/index.ts'
import {
  ModelRefusal,
  ownName,
  recordedDifferences,
  type TaughtCell,
  type TemplateMemory,
  withRemembered,
} from '../models/index.ts'
import { type AskedChange, readChange } from './asked-change.ts'
import type { ReadingsStore, StoredSettings } from './readings.store.ts'

interface Deps {
  store: ReadingsStore
  reading: Pick<ModelReading, 'read' | 'chosen'>
  computing: Pick<ModelComputing, 'reading'>
  templates: TemplateMemory
  takeIn: TakeInModel
  documents: { all(dealId: string): Promise<DocumentRow[]> }
  metrics: Pick<Metrics, 'all'>
  memo: Pick<Memo, 'planRedraft' | 'redraft'>
  planned: Sections['planned']
  changes: Pick<DealChanges, 'change'>
  /** A workbook that takes longer to read is reported as pending. */
  maxWaitMs?: number
}

interface Workbook {
  id: string
  sha256: string
  fileName: string
}

/** The reading of a deal's workbook, including what users chose and confirmed. */
export interface ShownReading {
  status: 'pending' | 'ready' | 'no_model'
  document: Workbook | undefined
  /** Undefined unless the status is `ready`. */
  found: WorkbookReading | undefined
  settings: StoredSettings
  workbookCurrency: string | null
  /** Metrics whose cell a user chose or confirmed. */
  byPeople: ReadonlySet<string>
  byTemplate: ReadonlySet<string>
  /** Metrics that a user marked as not in the workbook. */
  absent: ReadonlySet<string>
  /** Custom metrics, by key. */
  own: ReadonlyMap<string, Pick<MetricRow, 'label' | 'unit' | 'value'>>
  version: number
}

/** A change that was checked against the workbook and can be saved. */
export interface TriedReading {
  dealId: string
  seen: number | undefined
  asked: AskedChange
  document: Workbook
  /** Chosen and confirmed cells, with the scale they are read with. */
  cells: TaughtCell[]
  confirmed: string[]
  absent: string[]
  shown: ShownReading
  /** Undefined if the deal has not been built yet. */
  built: BuiltModel | undefined
  basedOn: { model: number; reading: number }
}

export interface ReadingResult {
  shown: ShownReading
  differences: Difference[]
  redrafted: string[]
  stale: string[]
}

/** Which workbook is meant: an intake has one before the deal has a model. */
export type Through = 'intake' | 'deal'

/** Wraps a change; an intake runs it while its conversation is locked. */
type Within = <Result>(work: () => Promise<Result>) => Promise<Result>

const byKey = (a: ChosenCell, b: ChosenCell): number => (a.metricKey < b.metricKey ? -1 : 1)

export type Readings = ReturnType<typeof createReadings>

/** Reads the workbook of a deal, and lets users correct and confirm the reading. */
export const createReadings = (deps: Deps) => {
  const { store, reading, computing, templates, takeIn, documents, metrics, memo, planned, changes } = deps
  const { maxWaitMs = 8_000 } = deps
  const underWay = new Map<string, Promise<WorkbookReading>>()

  /** Concurrent requests share one reading, which continues even if they stop waiting. */
  const readOnce = (state: ModelState): Promise<WorkbookReading> => {
    const key = JSON.stringify(state)
    const running = underWay.get(key) ?? computing.reading(state).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  const readSoon = async (state: ModelState): Promise<WorkbookReading | 'pending' | 'no_model'> => {
    const running = readOnce(state)
    // Prevents an unhandled rejection: the error is reported to the next request.
    running.catch(() => undefined)
    let late: NodeJS.Timeout | undefined
    const waited = new Promise<'pending'>((resolve) => {
      late = setTimeout(() => resolve('pending'), maxWaitMs)
    })
    try {
      return await Promise.race([running, waited])
    } catch (error) {
      if (error instanceof ModelRefusal) return 'no_model'
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /** Loads everything that a reading depends on, at one moment. */
  const standing = async (dealId: string, through: Through) => {
    const { row, sources, options, overrides, reading: kept } = await reading.chosen(dealId)
    const ofModel: Workbook | undefined =
      row === undefined || row.documentId === null || row.sha256 === null
        ? undefined
        : { id: row.documentId, sha256: row.sha256, fileName: row.fileName ?? '' }
    const document = ofModel ?? (through === 'intake' ? workbookAmong(await documents.all(dealId)) : undefined)
    const settings: StoredSettings = {
      currency: kept?.currency ?? null,
      lastActualYear: kept?.lastActualYear ?? null,
      scale: kept?.scale ?? null,
    }
    const basedOn = { model: row?.version ?? 0, reading: kept?.version ?? 0 }
    // Once the deal is built, the template cells are among the deal's own sources.
    const all =
      ofModel !== undefined || document === undefined
        ? sources
        : withRemembered(sources, options, await templates.cellsFor(dealId, document.sha256)).sources
    return {
      isBuilt: ofModel !== undefined,
      document: document && { id: document.id, sha256: document.sha256, fileName: document.fileName },
      settings,
      workbookCurrency: kept?.workbookCurrency ?? null,
      basedOn,
      sources: all,
      options,
      overrides,
    }
  }
  type Standing = Awaited<ReturnType<typeof standing>>

  const rowsOf = async (dealId: string): Promise<Map<string, MetricRow>> =>
    new Map((await metrics.all(dealId)).map((row) => [row.metricKey, row]))

  const shownFrom = (
    { document, settings, workbookCurrency, sources, options, basedOn }: Omit<Standing, 'overrides' | 'isBuilt'>,
    found: WorkbookReading | 'pending' | 'no_model',
    rows: ReadonlyMap<string, MetricRow>,
  ): ShownReading => ({
    status: typeof found === 'string' ? found : 'ready',
    document,
    found: typeof found === 'string' ? undefined : found,
    settings,
    workbookCurrency,
    byPeople: new Set(sources.flatMap(({ metricKey, confidence }) => (confidence === undefined ? [metricKey] : []))),
    byTemplate: new Set(sources.flatMap(({ metricKey, confidence }) => (confidence === undefined ? [] : [metricKey]))),
    absent: new Set(options.absent),
    own: new Map([...rows].filter(([metricKey]) => kindOf(metricKey) === undefined)),
    version: basedOn.model + basedOn.reading,
  })

  const assertUnmoved = async (dealId: string, { seen, basedOn, asked: _, ...tried }: TriedReading): Promise<void> => {
    const { row, reading: kept } = await reading.chosen(dealId)
    const now = { model: row?.version ?? 0, reading: kept?.version ?? 0 }
    assertCurrent(now.model + now.reading, seen)
    if (now.model !== basedOn.model || now.reading !== basedOn.reading) refuse('model_changed')
    // The build may have imported the workbook since it was read.
    if (tried.built === undefined && (row?.sha256 ?? null) !== null) refuse('model_changed')
  }

  const apply = async (
    deal: ChangingDeal,
    actor: Actor,
    tried: TriedReading,
    { draft, anchors }: { draft: DraftPlan | undefined; anchors: AnchorPlan | undefined },
  ) => {
    const { dealId, asked, document, cells, confirmed, absent, built } = tried
    await assertUnmoved(dealId, tried)
    await store.put(dealId, asked.settings, deal.at)
    const said = { dealId, byTemplate: false, chosenBy: actor.userId, chosenAt: deal.at }
    await store.putSources([
      ...cells.map((cell) => ({ ...said, ...cell })),
      ...absent.map((metricKey) => ({ ...said, metricKey, sheet: null, cell: null, scale: 1 })),
    ])
    const adopted = built && (await takeIn(deal, document, built))
    const done =
      adopted === undefined || draft === undefined ? undefined : await memo.redraft(deal, actor, draft, anchors)
    const { drafted = [], changed: redrafted = [] } = done ?? {}
    const template = tried.shown.found?.template
    if (template !== undefined) await templates.learn(deal, actor, template, cells)
    const chosen = cells.filter(({ metricKey }) => !confirmed.includes(metricKey))
    const { currency, lastActualYear, scale } = asked.settings
    deal.record('model.reading_updated', {
      document_id: document.id,
      ...(adopted === undefined ? {} : { version: adopted.version }),
      ...(currency === undefined ? {} : { currency }),
      ...(lastActualYear === undefined ? {} : { last_actual_year: lastActualYear }),
      ...(scale === undefined ? {} : { scale }),
      chosen: chosen.map(({ metricKey, ...cell }) => ({ metric_key: metricKey, ...cell })),
      confirmed,
      absent,
      ...(adopted === undefined ? {} : recordedDifferences(adopted.differences)),
      ...(redrafted.length === 0 ? {} : { redrafted_sections: redrafted }),
    })
    return {
      differences: adopted?.differences ?? [],
      redrafted,
      stale: (adopted?.staleSections ?? []).filter((key) => !drafted.includes(key)),
      version: (adopted?.version ?? tried.basedOn.model) + tried.basedOn.reading + 1,
    }
  }

  return {
    show: async (dealId: string, through: Through): Promise<ShownReading> => {
      const now = await standing(dealId, through)
      const { document, options, sources } = now
      const found =
        document === undefined
          ? ('no_model' as const)
          : await readSoon({ sha256: document.sha256, ...options, sources, overrides: [] })
      return shownFrom(now, found, await rowsOf(dealId))
    },

    /** Reads the workbook with the change applied and reports what is wrong with each field. Changes nothing. */
    try: async (
      dealId: string,
      through: Through,
      given: Parameters<typeof readChange>[0],
      seen: number | undefined,
      signal?: AbortSignal,
    ): Promise<TriedReading> => {
      const now = await standing(dealId, through)
      const document = now.document ?? refuse('no_model')
      assertCurrent(now.basedOn.model + now.basedOn.reading, seen)
      const rows = await rowsOf(dealId)
      const nameIn = (metricKey: string) => ownName(metricKey, rows.get(metricKey))
      const asked = readChange(given, (metricKey) => rows.has(metricKey))
      const settings: StoredSettings = { ...now.settings, ...asked.settings }
      const absent = asked.choices.flatMap(({ metricKey, cell }) => (cell === undefined ? [metricKey] : []))
      const options = optionsWith(now.options, settings, asked, absent)
      const chosen = asked.choices.flatMap(({ metricKey, cell }): ChosenCell[] =>
        cell === undefined ? [] : [{ metricKey, ...nameIn(metricKey), ...cell }],
      )
      const spokenOf = new Set(asked.choices.map(({ metricKey }) => metricKey))
      const sources = [...now.sources.filter(({ metricKey }) => !spokenOf.has(metricKey)), ...chosen].sort(byKey)
      const stateWith = (cells: readonly ChosenCell[]): ModelState => ({
        sha256: document.sha256,
        ...options,
        sources: cells,
        overrides: [],
      })
      const found = await computing.reading(stateWith(sources), signal).catch((error: unknown) => {
        if (error instanceof ModelRefusal) refuse('no_model', { detail: error.message })
        throw error
      })
      assertFound(asked, found)
      const cellOf = new Map(
        found.metrics.map(({ metricKey, sheet, cell, scale }) => [metricKey, { metricKey, sheet, cell, scale }]),
      )
      const byPeople = new Set(
        sources.flatMap(({ metricKey, confidence }) => (confidence === undefined ? [metricKey] : [])),
      )
      const wanted = asked.confirm === 'all' ? [...cellOf.keys()] : [...new Set(asked.confirm)]
      const confirmed = wanted.filter((metricKey) => cellOf.has(metricKey) && !byPeople.has(metricKey))
      const cells = [...chosen.map(({ metricKey }) => metricKey), ...confirmed].map(
        (metricKey) => cellOf.get(metricKey) ?? refuse('internal'),
      )
      const settled = new Set(cells.map(({ metricKey }) => metricKey))
      const final = [
        ...sources.filter(({ metricKey }) => !settled.has(metricKey)),
        ...cells.map((cell) => ({ ...cell, ...nameIn(cell.metricKey) })),
      ].sort(byKey)
      const built = now.isBuilt
        ? (
            await reading.read(
              {
                fileName: document.fileName,
                version: now.basedOn.model,
                readingVersion: now.basedOn.reading + 1,
                state: { ...stateWith(final), overrides: now.overrides },
              },
              signal,
            )
          ).built
        : undefined
      const shown = shownFrom(
        { ...now, settings, options, sources: final },
        await computing.reading(stateWith(final), signal),
        rows,
      )
      return { dealId, seen, asked, document, cells, confirmed, absent, shown, built, basedOn: now.basedOn }
    },

    change: async (actor: Actor, tried: TriedReading, within: Within = (work) => work()): Promise<ReadingResult> => {
      // Before the deal is built there is no memo.
      const draft = tried.built === undefined ? undefined : await memo.planRedraft(actor, tried.dealId)
      const { version, ...done } = await planned((anchors) =>
        within(() =>
          changes.change(actor, tried.dealId, 'editor', (deal) => apply(deal, actor, tried, { draft, anchors })),
        ),
      )
      return { ...done, shown: { ...tried.shown, version } }
    },

    /** Call when the files of an intake have changed. */
    touch: store.touch,
  }
}

const optionsWith = (
  former: ReadingOptions,
  { lastActualYear, scale }: StoredSettings,
  { choices }: AskedChange,
  absentNow: readonly string[],
): ReadingOptions => {
  const spokenOf = new Set(choices.map(({ metricKey }) => metricKey))
  const absent = [...(former.absent ?? []).filter((key) => !spokenOf.has(key)), ...absentNow].sort()
  const settings = { ...(lastActualYear === null ? {} : { lastActualYear }), ...(scale === null ? {} : { scale }) }
  return {
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(absent.length === 0 ? {} : { absent }),
  }
}

/** Requires that every chosen cell holds a number and that every confirmed metric was read from a cell. */
const assertFound = ({ choices, confirm }: AskedChange, found: WorkbookReading): void => {
  const lost = choices.flatMap(({ metricKey, cell, at }) => {
    const objection = found.lostSources.find((source) => source.metricKey === metricKey)
    if (cell === undefined || objection === undefined) return []
    const { field, reason } = objection
    return [{ at: [...at, 'cell', field], reason, input: cell[field] }]
  })
  const known = new Set(found.metrics.map(({ metricKey }) => metricKey))
  const unread = (confirm === 'all' ? [] : confirm).flatMap((key, n) =>
    known.has(key) ? [] : [{ at: ['body', 'confirm', n], reason: modelMessages.cellNotFound(), input: key }],
  )
  const [first, ...rest] = [...lost, ...unread]
  if (first !== undefined) throw new InvalidInput(first, ...rest)
}
