// Where the processor was while the engine worked: by steps, told by the folders of its code, and by functions.
import { Session } from 'node:inspector/promises'
import { printTable, show, timed } from './measure.mjs'

/** The outermost code of one of these on the stack says which step it is. */
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

/** The model that parses is also asked to order what it parsed. */
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
  // Samples are taken by the clock, also while the processor is at another program.
  return { ...profile, share: cpuMs / ms }
}

/** The profiler's own beginning and end. */
const isProfiler = ({ functionName, url }) => functionName === 'dispatch' && url === ''

const maxFunctions = 12

/** Runs work; milliseconds of the processor in each step, and the functions in which most of the time was spent. */
export const profiled = async (work) => {
  const { nodes, samples, timeDeltas, share } = await record(work)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stepOfNode = new Map()
  /** Of the outermost on the stack that belongs to a step. */
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
  const top = [...inFunctions].toSorted(([, one], [, other]) => other - one).slice(0, maxFunctions)
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
