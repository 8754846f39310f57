import { maxFindingsPage, type ReconciliationFinding } from '@deal-canvas/contract'
import { exportMessages as messages } from '../../../messages/exports.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { FactPosition, FactRow, Reconciliation } from '../../facts/index.ts'
import type { Sections } from '../../memo/index.ts'
import type { ModelFinding } from '../../quality/index.ts'
import { ExportProblem } from '../export-problem.ts'
import type { ExportedComment, ExportedContradiction, ExportedFact, ExportedNumbers } from '../exported-numbers.ts'
import { type ExportedEntry, readExportedComments } from './exported-comments.ts'

interface Deps {
  database: Pick<Database, 'query'>
  sections: Pick<Sections, 'all'>
  reconciliation: Pick<Reconciliation, 'list'>
  pageOfFacts(dealId: string, page: { after?: FactPosition | undefined; limit: number }): Promise<FactRow[]>
}

interface Names {
  fileNames: ReadonlyMap<string, string>
  labels: ReadonlyMap<string, string>
  withFacts: boolean
}

type Review = Pick<ExportedNumbers, 'findings' | 'contradictions' | 'comments' | 'facts'>

/** More would not fit into a sheet that people can use, nor into memory. */
const maxComments = 20_000
const maxFacts = 50_000
const factsPerPage = 1_000

export type GatherReview = ReturnType<typeof createGatherReview>

/** Reads what people and checks say about the numbers of a deal. */
export const createGatherReview = ({ database, sections, reconciliation, pageOfFacts }: Deps) => {
  const contradictionsOf = async (dealId: string): Promise<ReconciliationFinding[]> => {
    const found: ReconciliationFinding[] = []
    let after: number | undefined
    do {
      const page = await reconciliation.list(dealId, { after, limit: maxFindingsPage })
      found.push(...page.findings)
      after = page.next?.position
    } while (after !== undefined)
    return found
  }

  const factsOf = async (dealId: string): Promise<FactRow[]> => {
    const found: FactRow[] = []
    for (;;) {
      const last = found.at(-1)
      const after = last && { documentId: last.documentId, position: last.position }
      const page = await pageOfFacts(dealId, { after, limit: factsPerPage })
      found.push(...page)
      if (found.length > maxFacts) throw new ExportProblem(messages.tooManyRows({ limit: maxFacts, what: 'facts' }))
      if (page.length < factsPerPage) return found
    }
  }

  const commentsOf = async (dealId: string, { fileNames, labels }: Names): Promise<ExportedComment[]> => {
    const [entries, written] = await Promise.all([
      readExportedComments(database, dealId, maxComments + 1),
      sections.all(dealId),
    ])
    if (entries.length > maxComments)
      throw new ExportProblem(messages.tooManyRows({ limit: maxComments, what: 'comments' }))
    const titles = new Map(written.map(({ sectionKey, title }) => [sectionKey, title]))
    const numbers = new Map<string, number>()
    return entries.map((entry) => {
      const thread = numbers.get(entry.threadId) ?? numbers.size + 1
      numbers.set(entry.threadId, thread)
      return exportedComment(entry, thread, { titles, fileNames, labels })
    })
  }

  return async (dealId: string, names: Names, findings: readonly ModelFinding[]): Promise<Review> => {
    const [contradictions, comments, facts] = await Promise.all([
      contradictionsOf(dealId),
      commentsOf(dealId, names),
      names.withFacts ? factsOf(dealId) : [],
    ])
    return {
      findings: findings.map(({ severity, check, title, message, sheet, cell, impact }) => ({
        severity,
        check,
        title,
        message,
        sheet,
        cell,
        dependents: impact.dependents,
        metrics: impact.metrics,
      })),
      contradictions: contradictions.map(exportedContradiction),
      comments,
      facts: facts.map((fact) => exportedFact(fact, names.fileNames)),
    }
  }
}

const exportedContradiction = (finding: ReconciliationFinding): ExportedContradiction => {
  const { stated, compared_with: other } = finding
  return {
    key: finding.metric_key,
    label: finding.label,
    unit: finding.unit,
    status: finding.status,
    severity: finding.severity,
    period: finding.period,
    stated: {
      file: stated.file_name,
      page: stated.page,
      sheet: stated.sheet,
      cell: stated.cell,
      value: stated.value,
      quote: stated.quote,
    },
    compared_with: {
      file: other.file_name,
      page: other.page,
      sheet: other.sheet,
      cell: other.cell,
      value: other.value,
    },
    difference: finding.difference,
    settlement: finding.settlement,
  }
}

const exportedComment = (
  entry: ExportedEntry,
  thread: number,
  names: {
    titles: ReadonlyMap<string, string>
    fileNames: ReadonlyMap<string, string>
    labels: ReadonlyMap<string, string>
  },
): ExportedComment => {
  const { sectionKey, metricKey, documentId, documentAnchor: place } = entry
  const named = (key: string | null, by: ReadonlyMap<string, string>) => (key === null ? null : (by.get(key) ?? key))
  return {
    thread,
    is_reply: entry.isReply,
    type: entry.type,
    status: entry.status,
    author: entry.authorName,
    at: entry.createdAt.toISOString(),
    text: entry.content,
    anchor: {
      section: named(sectionKey, names.titles),
      metric: named(metricKey, names.labels),
      file: documentId === null ? null : (names.fileNames.get(documentId) ?? null),
      sheet: place?.kind === 'cell' ? place.sheet : null,
      cell: place?.kind === 'cell' ? place.cell : null,
      page: place?.kind === 'passage' ? place.page : null,
      quote: place?.kind === 'passage' ? place.quote : entry.anchorText,
      state: entry.anchorStatus,
    },
    resolved: entry.resolvedAt === null ? null : { by: entry.resolvedByName, at: entry.resolvedAt.toISOString() },
  }
}

const exportedFact = (fact: FactRow, fileNames: ReadonlyMap<string, string>): ExportedFact => ({
  file: fileNames.get(fact.documentId) ?? '',
  page: fact.place.page ?? null,
  sheet: fact.place.sheet ?? null,
  cell: fact.place.cell ?? null,
  key: fact.metricKey,
  term: fact.term,
  value: fact.value,
  unit: fact.unit,
  currency: fact.currency,
  period: fact.period?.label ?? null,
  qualifier: fact.qualifier,
  quote: fact.quote,
  confidence: fact.confidence,
})
