import type { MetricUnit } from '@deal-canvas/contract'
import { baseScenarioId } from '@deal-canvas/contract'
import { exportTableMessages as messages } from '../../../messages/exports.ts'
import type { ExportedMetric, ExportedNumbers, ExportedScenario } from '../exported-numbers.ts'
import { amount, type Column, type Table, type TableCell, tableOf } from './table.ts'

const metricsTable = ({ metrics }: ExportedNumbers): Table =>
  tableOf({ id: 'metrics', title: messages.metrics() }, metrics, [
    { title: messages.label(), width: 32, cell: ({ label }) => label },
    { title: messages.key(), width: 28, cell: ({ key }) => key },
    { title: messages.value(), width: 16, cell: ({ value, unit }) => amount(value, unit) },
    { title: messages.unit(), width: 18, cell: ({ unit }) => unit },
    { title: messages.period(), width: 14, cell: ({ period }) => period },
    { title: messages.sourceFile(), width: 28, cell: ({ source }) => source?.file ?? null },
    { title: messages.sourceSheet(), width: 20, cell: ({ source }) => source?.sheet ?? null },
    { title: messages.sourceCell(), width: 12, cell: ({ source }) => source?.cell ?? null },
    { title: messages.origin(), width: 14, cell: ({ origin }) => origin },
    { title: messages.confirmation(), width: 14, cell: ({ confirmation }) => confirmation },
    { title: messages.confidence(), width: 12, cell: ({ confidence }) => confidence },
    { title: messages.workbookValue(), width: 16, cell: ({ workbook_value, unit }) => amount(workbook_value, unit) },
    { title: messages.overriddenBy(), width: 22, cell: ({ override }) => override?.by ?? null },
    { title: messages.overriddenAt(), width: 22, cell: ({ override }) => override?.at ?? null },
    { title: messages.overrideReason(), width: 40, cell: ({ override }) => override?.reason ?? null },
  ])

interface ScenarioLine {
  kind: string
  key: string
  label: string
  unit: MetricUnit
}

/** The inputs that scenarios change before the metrics that differ between them. */
const scenarioLines = ({ metrics, scenarios }: ExportedNumbers): ScenarioLine[] => {
  const byKey = new Map<string, Pick<ExportedMetric, 'key' | 'label' | 'unit'>>(
    metrics.map((metric) => [metric.key, metric]),
  )
  const inputs = new Set(scenarios.flatMap(({ overrides }) => overrides.map(({ key }) => key)))
  for (const { overrides } of scenarios) for (const override of overrides) byKey.set(override.key, override)
  const lines = [...byKey.values()].map(({ key, label, unit }) => ({
    kind: inputs.has(key) ? messages.input() : messages.output(),
    key,
    label,
    unit,
  }))
  const isInput = ({ key }: ScenarioLine): boolean => inputs.has(key)
  return [...lines.filter(isInput), ...lines.filter((line) => !isInput(line))]
}

const valueIn = ({ values, overrides }: ExportedScenario, key: string): number | null =>
  values[key] ?? overrides.find((override) => override.key === key)?.value ?? null

const scenariosTable = (numbers: ExportedNumbers): Table => {
  const base = numbers.scenarios.find(({ id }) => id === baseScenarioId)
  const changeFromBase = (scenario: ExportedScenario, { key, unit }: ScenarioLine): TableCell => {
    const [before, after] = [base && valueIn(base, key), valueIn(scenario, key)]
    if (before === null || before === undefined || after === null) return null
    // A difference of two dates is a number of days.
    return unit === 'date' ? after - before : { value: after - before, unit }
  }
  const columnsOf = (scenario: ExportedScenario): Column<ScenarioLine>[] => {
    const { id, name, error } = scenario
    if (error !== null) return [{ title: name, width: 40, cell: () => messages.error({ reason: error }) }]
    const value = {
      title: name,
      width: 18,
      cell: ({ key, unit }: ScenarioLine) => amount(valueIn(scenario, key), unit),
    }
    if (id === baseScenarioId) return [value]
    const cell = (line: ScenarioLine): TableCell => changeFromBase(scenario, line)
    return [value, { title: messages.changeOf({ name }), width: 26, cell }]
  }
  return tableOf({ id: 'scenarios', title: messages.scenarios() }, scenarioLines(numbers), [
    { title: messages.kind(), width: 10, cell: ({ kind }) => kind },
    { title: messages.metric(), width: 32, cell: ({ label }) => label },
    { title: messages.key(), width: 28, cell: ({ key }) => key },
    { title: messages.unit(), width: 18, cell: ({ unit }) => unit },
    ...numbers.scenarios.flatMap(columnsOf),
  ])
}

const findingsTable = ({ findings }: ExportedNumbers): Table =>
  tableOf({ id: 'findings', title: messages.findings() }, findings, [
    { title: messages.severity(), width: 10, cell: ({ severity }) => severity },
    { title: messages.check(), width: 32, cell: ({ title }) => title },
    { title: messages.message(), width: 70, cell: ({ message }) => message },
    { title: messages.sheet(), width: 20, cell: ({ sheet }) => sheet },
    { title: messages.cell(), width: 10, cell: ({ cell }) => cell },
    { title: messages.dependents(), width: 18, cell: ({ dependents }) => dependents },
    { title: messages.reachedMetrics(), width: 40, cell: ({ metrics }) => metrics.join(', ') },
  ])

const placeOf = ({ sheet, cell }: { sheet: string | null; cell: string | null }): string | null =>
  cell === null ? sheet : [sheet, cell].filter(Boolean).join('!')

const contradictionsTable = ({ contradictions }: ExportedNumbers): Table =>
  tableOf({ id: 'contradictions', title: messages.contradictions() }, contradictions, [
    { title: messages.metric(), width: 30, cell: ({ label }) => label },
    { title: messages.key(), width: 26, cell: ({ key }) => key },
    { title: messages.status(), width: 10, cell: ({ status }) => status },
    { title: messages.severity(), width: 10, cell: ({ severity }) => severity },
    { title: messages.period(), width: 14, cell: ({ period }) => period },
    { title: messages.stated(), width: 16, cell: ({ stated, unit }) => amount(stated.value, unit) },
    { title: messages.document(), width: 28, cell: ({ stated }) => stated.file },
    { title: messages.page(), width: 8, cell: ({ stated }) => stated.page },
    { title: messages.cell(), width: 16, cell: ({ stated }) => placeOf(stated) },
    { title: messages.quote(), width: 60, cell: ({ stated }) => stated.quote },
    { title: messages.otherValue(), width: 16, cell: ({ compared_with, unit }) => amount(compared_with.value, unit) },
    { title: messages.comparedWith(), width: 28, cell: ({ compared_with }) => compared_with.file },
    { title: messages.sourceCell(), width: 16, cell: ({ compared_with }) => placeOf(compared_with) },
    { title: messages.difference(), width: 16, cell: ({ difference }) => difference },
    { title: messages.settlement(), width: 12, cell: ({ settlement }) => settlement?.choice ?? null },
    { title: messages.settlementReason(), width: 40, cell: ({ settlement }) => settlement?.reason ?? null },
    { title: messages.settledBy(), width: 22, cell: ({ settlement }) => settlement?.by ?? null },
    { title: messages.settledAt(), width: 22, cell: ({ settlement }) => settlement?.at ?? null },
  ])

const commentsTable = ({ comments }: ExportedNumbers): Table =>
  tableOf({ id: 'comments', title: messages.comments() }, comments, [
    { title: messages.thread(), width: 8, cell: ({ thread }) => thread },
    { title: messages.type(), width: 12, cell: ({ is_reply, type }) => (is_reply ? messages.reply() : type) },
    { title: messages.status(), width: 10, cell: ({ status }) => status },
    { title: messages.author(), width: 22, cell: ({ author }) => author },
    { title: messages.writtenAt(), width: 22, cell: ({ at }) => at },
    { title: messages.text(), width: 70, cell: ({ text }) => text },
    { title: messages.section(), width: 24, cell: ({ anchor }) => anchor.section },
    { title: messages.metric(), width: 24, cell: ({ anchor }) => anchor.metric },
    { title: messages.document(), width: 28, cell: ({ anchor }) => anchor.file },
    { title: messages.page(), width: 8, cell: ({ anchor }) => anchor.page },
    { title: messages.cell(), width: 16, cell: ({ anchor }) => placeOf(anchor) },
    { title: messages.anchor(), width: 50, cell: ({ anchor }) => anchor.quote },
    { title: messages.anchorState(), width: 12, cell: ({ anchor }) => anchor.state },
    { title: messages.resolvedBy(), width: 22, cell: ({ resolved }) => resolved?.by ?? null },
    { title: messages.resolvedAt(), width: 22, cell: ({ resolved }) => resolved?.at ?? null },
  ])

const sourcesTable = ({ sources }: ExportedNumbers): Table =>
  tableOf({ id: 'sources', title: messages.sources() }, sources, [
    { title: messages.file(), width: 36, cell: ({ file }) => file },
    { title: messages.folder(), width: 24, cell: ({ folder }) => folder },
    { title: messages.fileKind(), width: 10, cell: ({ kind }) => kind },
    { title: messages.bytes(), width: 12, cell: ({ bytes }) => bytes },
    { title: messages.isModel(), width: 8, cell: ({ is_model }) => (is_model ? messages.yes() : null) },
    { title: messages.uploadedBy(), width: 22, cell: ({ uploaded_by }) => uploaded_by },
    { title: messages.uploadedAt(), width: 22, cell: ({ uploaded_at }) => uploaded_at },
    { title: messages.sha256(), width: 66, cell: ({ sha256 }) => sha256 },
  ])

const factsTable = ({ facts }: ExportedNumbers): Table =>
  tableOf({ id: 'facts', title: messages.facts() }, facts, [
    { title: messages.file(), width: 36, cell: ({ file }) => file },
    { title: messages.page(), width: 8, cell: ({ page }) => page },
    { title: messages.cell(), width: 16, cell: (fact) => placeOf(fact) },
    { title: messages.key(), width: 26, cell: ({ key }) => key },
    { title: messages.term(), width: 26, cell: ({ term }) => term },
    { title: messages.value(), width: 16, cell: ({ value }) => value },
    { title: messages.unit(), width: 16, cell: ({ unit }) => unit },
    { title: messages.currency(), width: 10, cell: ({ currency }) => currency },
    { title: messages.period(), width: 14, cell: ({ period }) => period },
    { title: messages.qualifier(), width: 16, cell: ({ qualifier }) => qualifier },
    { title: messages.quote(), width: 60, cell: ({ quote }) => quote },
    { title: messages.confidence(), width: 12, cell: ({ confidence }) => confidence },
  ])

/** The lists of the numbers workbook, in the order of its sheets. */
export const numbersTables = (numbers: ExportedNumbers): Table[] => [
  metricsTable(numbers),
  scenariosTable(numbers),
  findingsTable(numbers),
  contradictionsTable(numbers),
  commentsTable(numbers),
  sourcesTable(numbers),
]

/** The same and the facts, which are too many to look through in a workbook. */
export const csvTables = (numbers: ExportedNumbers): Table[] => [...numbersTables(numbers), factsTable(numbers)]
