// Profiles the CPU time of the engine: by step, determined from the folders of its code, and by function.
import { Session } from 'node:inspector/promises'
import { printTable, show, timed } from './measure.mjs'

/** The outermost stack frame that matches one of these determines the step. */
const steps = [
  ['check', /\/engine\/dist\/calculate\/check\.js$/],
  ['graph', /\/engine\/dist\/(?:calculate\/components|compile\/(?:graph|dependents))\.js$/],
  ['compile', /\/engine\/dist\/compile\/(?!calculator)/],
  ['parse', /\/engine\/dist\/(?:formula|calculate)\//],
  ['read', /\/engine\/dist\/read\//],
  ['metrics', /\/engine\/dist\/metrics\//],
  ['integrity', /\/engine\/dist\/integrity\//],
]
const stepOf = ({ url, functionName }) =>
  functionName === '(garbage collector)' ? 'garbage' : steps.find(([, pattern]) => pattern.test(url))?.[0]

/** Parsing code also calls the ordering of formulas, which counts as the graph step. */
const within = (outer, own) => (outer === undefined || (outer === 'parse' && own === 'graph') ? own : outer)

const nameOf = ({ functionName, url, lineNumber }) =>
  `${functionName || '(anonymous)'} ${url === '' ? '' : `${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`}`.trim()

const record = async (work) => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  const { ms, cpuMs } = timed(work)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  // Samples are taken by wall clock, also while the CPU runs another program.
  return { ...profile, share: cpuMs / ms }
}

/** Frames of the profiler itself, at its start and stop. */
const isProfiler = ({ functionName, url }) => functionName === 'dispatch' && url === ''

const maxFunctions = 12

/** Runs the work; returns the CPU milliseconds of each step, and the functions that took the most time. */
export const profiled = async (work) => {
  const { nodes, samples, timeDeltas, share } = await record(work)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stepOfNode = new Map()
  /** The step of the outermost matching stack frame. */
  const findStep = (id) => {
    if (id === undefined) return undefined
    if (!stepOfNode.has(id)) stepOfNode.set(id, within(findStep(parents.get(id)), stepOf(byId.get(id).callFrame)))
    return stepOfNode.get(id)
  }
  const [inSteps, inFunctions] = [new Map(), new Map()]
  const count = (map, key, ms) => map.set(key, (map.get(key) ?? 0) + ms)
  samples.forEach((id, n) => {
    if (isProfiler(byId.get(id).callFrame)) return
    const ms = (timeDeltas[n] / 1000) * share
    count(inSteps, findStep(id) ?? 'other', ms)
    count(inFunctions, nameOf(byId.get(id).callFrame), ms)
  })
  const top = [...inFunctions].toSorted(([, a], [, b]) => b - a).slice(0, maxFunctions)
  return { steps: Object.fromEntries(inSteps), functions: top }
}

export const printFunctions = (what, { functions, steps }) => {
  const all = Object.values(steps).reduce((sum, ms) => sum + ms, 0)
  console.log(`Where the processor was: ${what}, ${show(all)} ms of it\n`)
  printTable(
    ['function', 'ms', 'share'],
    functions.map(([name, ms]) => [`\`${name}\``, show(ms), `${show((ms / all) * 100, 1)} %`]),
  )
}
