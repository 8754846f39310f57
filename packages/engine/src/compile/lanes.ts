import { tag } from '../calculate/grid.ts'
import type { Model } from '../calculate/model.ts'
import type { Step } from './fuse-steps.ts'
import type { Cone } from './graph.ts'
import { createLaneCycle } from './lane-cycles.ts'
import { createLaneGrids, fitsLanes, type LaneGrids } from './lane-grids.ts'
import type { LaneLoop } from './lane-template.ts'
import { writeTurns } from './lane-turns.ts'
import type { Program } from './program.ts'

/**
 * Computations side by side. In each lane, all cells except those to be set keep their values from when the lanes were
 * created.
 */
export interface Lanes {
  /** The numbers of all cells, per lane. Inputs are written here. */
  readonly numbers: readonly Float64Array[]
  /** The type of each cell's value in all lanes after a run. */
  readonly tags: Uint8Array
  /** Computes the dependents of the cells that were set; returns false if some lane needs the interpreter. */
  run(): boolean
}

/** One loop that calls templates in turn, cell by cell. Its text contains only numbered names. */
const alternating = (loops: readonly LaneLoop[]): LaneLoop => {
  const [first, ...others] = loops
  if (first !== undefined && others.length === 0) return first
  const text = `'use strict'
const [${loops.map((_, n) => `f${n}`).join(', ')}] = F
return (order, from, to) => {
  for (let j = from; j < to; j += ${loops.length}) if (!(${loops.map((_, n) => `f${n}(order, j + ${n}, j + ${n + 1})`).join(' && ')})) return false
  return true
}`
  const make = new Function('F', text) as (loops: readonly LaneLoop[]) => LaneLoop
  return make(loops)
}

/** Computes cones in lanes if everything in them is compiled. */
export const createLanes = (
  model: Model,
  program: Program,
  { onSettled }: { onSettled(cycle: readonly number[]): void },
) => {
  const { grid, formulas } = model
  const { runs, groupOf } = program
  let grids: LaneGrids | undefined
  const known = new Map<string, LaneLoop>()

  const loopOf = ({ kind, turns = [kind] }: Step, lanes: LaneGrids): LaneLoop => {
    const key = turns.join(' ')
    const made = known.get(key)
    if (made !== undefined) return made
    const own = turns.flatMap((one) => runs[one] ?? [])
    const written = writeTurns(
      own.map((run) => ({ ...run, made: run.laneCode() })),
      lanes,
    )
    const loop = written ?? alternating(own.map((run) => run.lanes(lanes)))
    known.set(key, loop)
    return loop
  }

  const cycles = new WeakMap<readonly number[], LaneLoop | 'none'>()
  /** Undefined if part of a cycle is not compiled, or a cell in it was set. */
  const cycleOf = (
    nodes: readonly number[],
    lanes: LaneGrids,
    isSetOver: ReadonlySet<number>,
  ): LaneLoop | undefined => {
    if (nodes.some((node) => isSetOver.has(node))) return undefined
    const made =
      cycles.get(nodes) ??
      createLaneCycle(nodes, { model, program, grids: lanes, loopOf: (step) => loopOf(step, lanes), onSettled }) ??
      'none'
    cycles.set(nodes, made)
    return made === 'none' ? undefined : made
  }

  return {
    /** Lanes for the cells of a cone; undefined if it contains anything but compiled formulas. */
    over: (
      { steps: { order, parts }, nodes, dynamic }: Cone,
      { inputs, setOver }: { inputs: readonly number[]; setOver: readonly number[] },
    ): Lanes | undefined => {
      const isCompiled = parts.every(({ kind, cycle }) => kind < runs.length || cycle !== undefined)
      if (!isCompiled || dynamic.length > 0 || !fitsLanes(grid)) return undefined
      grids ??= createLaneGrids(grid)
      const { tags, moving, numbersOf, fill } = grids
      const own = grids
      const isSetOver = new Set(setOver)
      const loops = parts.flatMap(
        (part) => (part.cycle === undefined ? loopOf(part, own) : cycleOf(part.cycle, own, isSetOver)) ?? [],
      )
      if (loops.length < parts.length) return undefined
      fill()
      for (const id of inputs) {
        tags[id] = tag.number
        moving[id] = 1
      }
      for (const node of nodes) {
        const run = runs[groupOf[node] ?? -1]
        const id = formulas[node]?.id ?? 0
        if (run === undefined) continue
        tags[id] = run.kind === 'boolean' ? tag.boolean : tag.number
        moving[id] = 1
      }
      return {
        numbers: numbersOf,
        tags,
        run: () => {
          grid.beginPass()
          for (let n = 0; n < loops.length; n++) {
            const { from, to } = parts[n] as Step
            if (!(loops[n] as LaneLoop)(order, from, to)) return false
          }
          return true
        },
      }
    },
  }
}
