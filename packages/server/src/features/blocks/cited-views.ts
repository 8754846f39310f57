import type { CitedFact, Evidence, FactView, Risk, RiskEvidence, RiskView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import type { BlockContext } from './block-context.ts'

type Cited = Pick<CitedFact, 'document' | 'page' | 'quote'>

const cite = async ({ document, page, quote }: Cited, { documents }: BlockContext) => ({
  documentId: document,
  document: (await documents()).get(document) ?? messages.documentMissing(),
  ...(page === undefined ? {} : { page }),
  quote,
})

export const factView = async (block: CitedFact, context: BlockContext): Promise<FactView> => {
  const { document, metric } = block
  const found = metric === undefined ? [] : await context.contradictions()
  const contradiction = found.find((one) => one.metricKey === metric && one.documentId === document)
  return {
    view: 'fact',
    ...(await cite(block, context)),
    ...(contradiction === undefined
      ? {}
      : {
          contradiction: {
            documentSays: context.format(contradiction, contradiction.stated),
            modelSays: context.format(contradiction, contradiction.inModel),
            severity: contradiction.severity,
          },
        }),
  }
}

const evidenceOf = async (evidence: Evidence, context: BlockContext): Promise<RiskEvidence> => {
  if (!('metric' in evidence)) return { kind: 'document', ...(await cite(evidence, context)) }
  const { metric } = evidence
  const row = context.rows.get(metric)
  const value = row === undefined || row.value === null ? messages.notFound() : context.format(row, row.value)
  return { kind: 'metric', metric, label: context.labelOf(metric), value }
}

export const riskView = async (block: Risk, context: BlockContext): Promise<RiskView> => {
  const { statement, severity, mitigant, owner, evidence = [] } = block
  return {
    view: 'risk',
    statement,
    severity,
    ...(mitigant === undefined ? {} : { mitigant }),
    ...(owner === undefined ? {} : { owner }),
    evidence: await Promise.all(evidence.map((one) => evidenceOf(one, context))),
  }
}
