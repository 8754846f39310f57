import { tag } from '../calculate/grid.ts'
import type { Model } from '../calculate/model.ts'
import { fuseSteps, type Step } from './fuse-steps.ts'
import type { LaneGrids } from './lane-grids.ts'
import type { LaneLoop } from './lane-template.ts'
import type { Program } from './program.ts'
import { createSettlingRules, lastDigit, type SettlingRule } from './settling-rule.ts'

interface Deps {
  model: Model
  program: Program
  grids: LaneGrids
  loopOf(step: Step): LaneLoop
  /** Called with a cycle that converged in all lanes. */
  onSettled(nodes: readonly number[]): void
}

/** A round that reduces the distance to the solution by more than this factor is rare. */
const fastestRound = 1_000

interface Member {
  readonly node: number
  readonly id: number
  readonly start: number
}

/**
 * The formulas of a cycle with their initial values; undefined if one is not compiled or has no number to start from.
 */
const membersOf = (nodes: readonly number[], { model, program }: Deps): Member[] | undefined => {
  const members: Member[] = []
  for (const node of nodes) {
    const formula = model.formulas[node]
    // A frozen formula moves nothing.
    if (formula === undefined || program.isIdle[node] === 1) continue
    const run = program.runs[program.groupOf[node] ?? -1]
    const isBoolean = run?.kind === 'boolean'
    if (run === undefined || typeof formula.cached !== (isBoolean ? 'boolean' : 'number')) return undefined
    members.push({ node, id: formula.id, start: Number(formula.cached) })
  }
  return members
}

/**
 * Solves a circular reference in all lanes side by side with the same iterations as one by one: in the same order, from
 * the same values, and each lane stops with the round in which it converged, so that lanes do not affect each other.
 * Undefined if it needs the interpreter. The solver returns false if some lane did not converge to plain numbers.
 */
export const createLaneCycle = (nodes: readonly number[], deps: Deps): (() => boolean) | undefined => {
  const { model, program, grids, loopOf, onSettled } = deps
  const members = membersOf(nodes, deps)
  const rules = createSettlingRules(model.workbook)
  if (members === undefined || rules.limit === 0) return undefined
  const count = members.length
  const ids = Int32Array.from(members, ({ id }) => id)
  const start = Float64Array.from(members, ({ start: value }) => value)
  const order = Int32Array.from(members, ({ node }) => program.numberOf[node] ?? 0)
  const single: Step[] = []
  members.forEach(({ node }, n) => {
    const kind = program.groupOf[node] ?? 0
    const last = single.at(-1)
    if (last?.kind === kind) single[single.length - 1] = { ...last, to: n + 1 }
    else single.push({ kind, loop: program.runs[kind]?.loop ?? (() => undefined), from: n, to: n + 1 })
  })
  const steps = fuseSteps(single, program.runs)
  const loops = steps.map(loopOf)
  const lanes = grids.numbersOf
  const before = lanes.map(() => new Float64Array(count))
  const settled = lanes.map(() => new Float64Array(count))

  const put = (from: Float64Array, to: Float64Array): void => {
    for (let n = 0; n < count; n++) to[ids[n] as number] = from[n] as number
  }
  const copy = (from: Float64Array, to: Float64Array): void => {
    for (let n = 0; n < count; n++) to[n] = from[ids[n] as number] as number
  }
  /** The value in each lane that moved most when all were last compared. */
  const liveliest = new Int32Array(lanes.length)
  /**
   * Whether the values before the last round are known for a lane: most rounds are far from the end and do not need
   * them.
   */
  const isKnown = new Uint8Array(lanes.length)
  let isCopying = false
  /** The verdict on a lane's last round; unknown if it needs the values before that round, which were not copied. */
  const judge = (lane: number, rule: SettlingRule): ReturnType<SettlingRule['next']> | 'unknown' => {
    const [own, former] = [lanes[lane] as Float64Array, before[lane] as Float64Array]
    const at = liveliest[lane] as number
    const [previous, current] = [former[at] as number, own[ids[at] as number] as number]
    const gap = Math.abs(current - previous)
    const part = gap / Math.max(Math.abs(previous), Math.abs(current))
    // Comparing all values takes about as long as computing them, and most rounds are not the last one.
    if (rule.isFar(gap, part)) {
      former[at] = current
      const isCopied = isCopying || !rule.isFar(gap / fastestRound, part / fastestRound)
      if (isCopied) copy(own, former)
      isKnown[lane] = isCopied ? 1 : 0
      return rule.next(gap, part)
    }
    if (isKnown[lane] === 0) return 'unknown'
    let [moved, share] = [0, 0]
    for (let n = 0; n < count; n++) {
      const was = former[n] as number
      const is = own[ids[n] as number] as number
      if (is === was) continue
      former[n] = is
      const by = Math.abs(is - was)
      if (by <= Math.abs(was) * lastDigit) continue
      if (by > moved) moved = by
      const size = Math.max(Math.abs(was), Math.abs(is))
      if (by <= share * size) continue
      share = by / size
      liveliest[lane] = n
    }
    return rule.next(moved, share)
  }
  const round = (): boolean => {
    model.grid.beginPass()
    for (let n = 0; n < loops.length; n++) {
      const { from, to } = steps[n] as Step
      if (!(loops[n] as LaneLoop)(order, from, to)) return false
    }
    return true
  }

  const solve = (): 'settled' | 'failed' | 'unknown' => {
    lanes.forEach((own, lane) => {
      put(start, own)
      before[lane]?.set(start)
    })
    isKnown.fill(1)
    const open = new Map(lanes.map((_, lane) => [lane, rules.begin()]))
    while (open.size > 0) {
      if (!round()) return 'failed'
      for (const [lane, rule] of open) {
        const verdict = judge(lane, rule)
        if (verdict === 'failed' || verdict === 'unknown') return verdict
        if (verdict === 'open') continue
        settled[lane]?.set(before[lane] as Float64Array)
        open.delete(lane)
      }
    }
    return 'settled'
  }

  return () => {
    for (const { node, id } of members) {
      grids.tags[id] = program.runs[program.groupOf[node] ?? -1]?.kind === 'boolean' ? tag.boolean : tag.number
    }
    let verdict = solve()
    if (verdict === 'unknown') {
      // It converges in jumps, or has reached a limit: from now on every round is compared in full.
      isCopying = true
      verdict = solve()
    }
    if (verdict !== 'settled') return false
    for (let lane = 0; lane < lanes.length; lane++) put(settled[lane] as Float64Array, lanes[lane] as Float64Array)
    onSettled(nodes)
    return true
  }
}
