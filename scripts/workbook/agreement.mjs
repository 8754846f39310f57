import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reasonOf } from './open-file.mjs'
import { markdownTable, saidShare, table } from './wording.mjs'

const folders = ['models', 'ironcalc', 'poi']
const maxNamed = 20

/** Reasons not to compute a formula: volatile, external link, unknown function or name, or a syntax error. */
const aside = { volatile: 'volatile', external: 'external', unsupported: 'unknown name', syntax: 'unreadable formula' }

const workbooksIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /\.xls[xm]$/i.test(name) && !name.startsWith('~$'))
    .sort()
    .map((name) => join(folder, name))

const measureFile = (file, engine) => {
  const begun = performance.now()
  const { check, model } = engine.openCalculator(engine.readWorkbook(readFileSync(file)))
  const ms = performance.now() - begun
  const wrong = new Set(check.disagreeing.map(({ formula }) => formula.id))
  const listed = model.formulas.filter(
    ({ cached, frozen, functions }) =>
      cached !== null && frozen === undefined && [...functions].every((name) => engine.listedFunctions.has(name)),
  )
  return {
    file: basename(file),
    ms,
    formulas: check.formulas,
    computed: check.computed,
    agreeing: check.agreeing,
    listed: listed.length,
    listedAgreeing: listed.filter(({ id }) => !wrong.has(id)).length,
    frozen: check.frozen,
    unsupported: check.unsupported,
  }
}

const measureFolder = (folder, engine) => {
  const failed = []
  const files = workbooksIn(folder).flatMap((file) => {
    try {
      return [measureFile(file, engine)]
    } catch (error) {
      failed.push({ file: basename(file), reason: reasonOf(error) })
      return []
    }
  })
  return { name: basename(folder), files, failed }
}

const sumOf = (files, key) => files.reduce((sum, file) => sum + file[key], 0)
const frozenOf = (files, why) => files.reduce((sum, { frozen }) => sum + (frozen.get(why) ?? 0), 0)

const head = [
  'folder',
  'files',
  'formulas',
  'computed',
  'agreeing',
  '%',
  'listed functions only',
  'agreeing',
  '%',
  ...Object.values(aside),
  'slowest file',
]

const rowOf = ({ name, files }) => {
  const [formulas, computed, agreeing, listed, listedAgreeing] = [
    'formulas',
    'computed',
    'agreeing',
    'listed',
    'listedAgreeing',
  ].map((key) => sumOf(files, key))
  const counts = [files.length, formulas, computed, agreeing]
  return [
    name,
    ...counts.map(String),
    saidShare(agreeing, formulas),
    String(listed),
    String(listedAgreeing),
    saidShare(listedAgreeing, listed),
    ...Object.keys(aside).map((why) => String(frozenOf(files, why))),
    `${Math.round(Math.max(0, ...files.map(({ ms }) => ms)))} ms`,
  ]
}

/** Details behind the numbers of a folder: skipped formulas, and files with disagreeing cells. */
const remarksOn = ({ name, files, failed }) => {
  const unknown = new Map()
  for (const { unsupported } of files)
    for (const [called, count] of unsupported) unknown.set(called, (unknown.get(called) ?? 0) + count)
  const keeping = files
    .map(({ file, frozen }) => ({ file, said: [...frozen].map(([why, count]) => `${count} ${aside[why]}`).join(', ') }))
    .filter(({ said }) => said !== '')
  const differing = files
    .map(({ file, computed, agreeing }) => ({ file, count: computed - agreeing }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const shown = differing.slice(0, maxNamed)
  return [
    ...failed.map(({ file, reason }) => `${name}/${file}: ${reason}`),
    ...(unknown.size === 0
      ? []
      : [`${name}: unknown functions: ${[...unknown].map(([called, count]) => `${called} (${count})`).join(', ')}`]),
    ...keeping.map(({ file, said }) => `${name}/${file}: left aside: ${said}`),
    ...shown.map(({ file, count }) => `${name}/${file}: ${count} ${count === 1 ? 'disagrees' : 'disagree'}`),
    ...(differing.length > shown.length
      ? [`${name}: ${differing.length - shown.length} more files in which cells disagree`]
      : []),
  ]
}

/** Reports how many formulas give the result that the author's program cached. */
export const runAgreement = ({ files, markdown }, { engine, root, print, complain }) => {
  const place = process.env['WORKBOOKS'] ?? join(root, '..', 'shared', 'workbooks')
  const wanted = files.length > 0 ? files : folders.map((name) => join(place, name))
  const missing = wanted.filter((folder) => !existsSync(folder))
  if (missing.length > 0) {
    complain(`There is no folder ${missing.join(', ')}`)
    return 1
  }
  const measured = wanted.map((folder) => measureFolder(folder, engine))
  const rows = [head, ...measured.map(rowOf)]
  const right = head.map((_, column) => column).slice(1)
  print(markdown ? markdownTable(rows, right) : table(rows, right))
  const remarks = measured.flatMap(remarksOn)
  if (remarks.length > 0) print(`\n${remarks.map((remark) => (markdown ? `- ${remark}` : remark)).join('\n')}`)
  return 0
}
