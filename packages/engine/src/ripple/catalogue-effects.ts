import { catalogue, kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricKind } from '../metrics/catalogue/metric-kind.ts'
import { citedIn, evaluate, readFormula } from '../metrics/formula.ts'

/** The effect on a metric, and its path. */
export interface Effect {
  /** Null if it was not a number, or no longer is. */
  readonly before: number | null
  readonly after: number | null
  readonly depth: number
  /** Labels from the cause to the metric. */
  readonly path: readonly string[]
  /** Whether the catalog's formula gives the value that was stated before. */
  readonly isExact: boolean
}

interface Given {
  /** All numbers before the change, stated or derived. */
  readonly before: ReadonlyMap<string, number>
  /** Metrics that are already decided: their effect, or undefined if there was none. */
  readonly settled: ReadonlyMap<string, Effect | undefined>
}

/** A stated value and the formula's can differ by rounding. */
const rounding = 0.005
const dust = 1e-9

const isNear = (left: number, right: number, within: number): boolean =>
  Math.abs(left - right) <= within * Math.max(Math.abs(left), Math.abs(right))

/** In 15 digits; null if it is not a number. */
const plain = (value: number | undefined): number | null =>
  value === undefined ? null : Number(value.toPrecision(15)) + 0

/** The effects of changes by the formulas of the catalog, for every metric that is not decided yet. */
export const effectsByCatalogue = ({ before, settled }: Given): ReadonlyMap<string, Effect> => {
  const known = new Map(settled)

  const follow = ({ label, zeroIfMissing, key }: MetricKind, text: string): Effect | undefined => {
    const formula = readFormula(text)
    const moved = citedIn(formula).flatMap((operand) => effectOf(operand) ?? [])
    const [nearest] = moved.toSorted((a, b) => a.depth - b.depth)
    if (nearest === undefined) return undefined
    const worth = (read: (operand: string) => number | null | undefined): number | undefined =>
      evaluate(formula, (operand) => {
        const value = read(operand)
        // An unknown value can count as nothing; a value that became an error must not.
        if (value === null) return undefined
        return value ?? (zeroIfMissing.includes(operand) ? 0 : undefined)
      })
    const was = worth((operand) => before.get(operand))
    const is = worth((operand) => {
      const effect = effectOf(operand)
      return effect === undefined ? before.get(operand) : effect.after
    })
    const stated = before.get(key)
    // A stated value whose formula lacks a number stays as stated.
    if (was === undefined && (stated !== undefined || is === undefined)) return undefined
    // If the formula gives another value than stated, only its difference is applied.
    const isExact = stated === undefined || was === undefined || isNear(stated, was, dust)
    const after = plain(isExact || is === undefined ? is : stated + (is - was))
    const earlier = plain(stated ?? was)
    if (after === earlier) return undefined
    return {
      before: earlier,
      after,
      depth: nearest.depth + 1,
      path: [...nearest.path, label],
      isExact: isExact || isNear(stated, was, rounding),
    }
  }

  const effectOf = (key: string): Effect | undefined => {
    if (known.has(key)) return known.get(key)
    const kind = kindOf(key)
    const effect = kind === undefined || kind.formula === null ? undefined : follow(kind, kind.formula)
    known.set(key, effect)
    return effect
  }

  return new Map(
    catalogue.flatMap(({ key }) => {
      const effect = settled.has(key) ? undefined : effectOf(key)
      return effect === undefined ? [] : [[key, effect] as const]
    }),
  )
}
