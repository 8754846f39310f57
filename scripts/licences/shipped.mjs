// Which packages go out to users, read from the lock file: it has every platform's binaries, of which an installation
// holds only its own.

/** The parts of the service that run at its operator's or in the browser. */
const workspaces = ['server', 'client', 'web', 'contract', 'engine'].map((name) => `packages/${name}`)

/** Tools of which a piece stands in the built page itself: the base style sheet, and the loader of its parts. */
const builtIn = ['tailwindcss', 'vite']

/** Whoever is given them may use, change and pass them on, and owes no more than the notice. */
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
  'Unlicense',
])

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Where the package stands that is meant by a name in a package at a place; undefined: it was left out. */
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

/** Every package that is shipped, once for each version, by name. */
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
    const { version, license = 'none named' } = packages[place]
    found.set(`${nameOf(place)} ${version}`, { name: nameOf(place), version, licence: license })
  }
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Of several to choose from one is enough; whatever else an expression says is for a person to read. */
export const isPermissive = (licence) =>
  licence
    .replaceAll(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => permissive.has(one))
