import { catalogue } from './catalogue/catalogue.ts'
import type { MetricKind } from './catalogue/metric-kind.ts'
import { citedIn, evaluate, type Formula, readFormula } from './formula.ts'

interface Step {
  kind: MetricKind
  formula: Formula
}

/** Every formula of the catalog, each after those it needs. */
const inOrder = (): readonly Step[] => {
  const open = new Map(
    catalogue.flatMap((kind) =>
      kind.formula === null ? [] : [[kind.key, { kind, formula: readFormula(kind.formula) }] as const],
    ),
  )
  const steps: Step[] = []
  while (open.size > 0) {
    const ready = [...open.values()].filter(({ formula }) => !citedIn(formula).some((key) => open.has(key)))
    if (ready.length === 0) throw new Error(`Formulas go round in cycles: ${[...open.keys()].join(', ')}`)
    for (const step of ready) open.delete(step.kind.key)
    steps.push(...ready)
  }
  return steps
}

/** The given numbers, and all that follow from them by the catalog. Given numbers are never replaced. */
export const derive = (given: Readonly<Record<string, number>>): Map<string, number> => {
  const values = new Map(Object.entries(given))
  for (const { kind, formula } of inOrder()) {
    if (values.has(kind.key)) continue
    const absent = (key: string) => (kind.zeroIfMissing.includes(key) ? 0 : undefined)
    const value = evaluate(formula, (key) => values.get(key) ?? absent(key))
    if (value !== undefined) values.set(kind.key, value)
  }
  return values
}
