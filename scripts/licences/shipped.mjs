// Determines the shipped packages from the lock file, which lists the binaries of every platform; an installation has
// only those of its own.

/** The workspaces that run on the operator's server or in the browser. */
const workspaces = [
  'server',
  'client',
  'web',
  'contract',
  'messages',
  'workbook-reader',
  'engine',
  'facts',
  'memo',
  'paper',
  'fastapi-validation',
].map((name) => `packages/${name}`)

/** Build tools that leave code in the built page: the base style sheet and the chunk loader. */
const builtIn = ['tailwindcss', 'vite']

/** Licenses that allow use, modification and redistribution and require no more than the notice. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts may be embedded in documents and bundled with programs.
  'OFL-1.1',
  'Unlicense',
])

/** Packages that name their license only in their LICENSE file. */
const inTheirFile = { 'png-js 2.0.0': 'MIT' }

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The location that a package name resolves to from another package; undefined if it was not installed. */
const find = (packages, from, name) => {
  for (let at = from; ; ) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (place in packages) return packages[place].link === true ? packages[place].resolved : place
    if (at === '') return undefined
    const end = at.lastIndexOf('/node_modules/')
    at = end === -1 ? '' : at.slice(0, end)
  }
}

const needsOf = ({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
]

/** Every shipped package, once per version, sorted by name. */
export const shippedPackages = ({ packages }) => {
  const seen = new Set()
  const visit = (place) => {
    if (seen.has(place)) return
    seen.add(place)
    for (const name of needsOf(packages[place])) {
      const needed = find(packages, place, name)
      if (needed !== undefined) visit(needed)
      else if (name in (packages[place].dependencies ?? {}))
        throw new Error(`${place} needs ${name}, which is not there`)
    }
  }
  for (const place of workspaces) visit(place)
  for (const name of builtIn) if (`node_modules/${name}` in packages) seen.add(`node_modules/${name}`)
  const found = new Map()
  for (const place of seen) {
    if (!place.includes('node_modules/')) continue
    const { version, license = inTheirFile[`${nameOf(place)} ${packages[place].version}`] ?? 'none named' } =
      packages[place]
    found.set(`${nameOf(place)} ${version}`, { name: nameOf(place), version, licence: license })
  }
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** One permissive alternative is enough, and every one that applies together must be permissive. */
export const isPermissive = (licence) =>
  licence
    .replaceAll(/^\(|\)$/g, '')
    .split(' OR ')
    .some((licence) => licence.split(' AND ').every((part) => permissive.has(part)))
