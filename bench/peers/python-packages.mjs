// What the peer in Python needs, from Debian's packages. The bench brings it by itself; the product does not need it.
import { spawnSync } from 'node:child_process'

export const python = '/usr/bin/python3'
const modules = ['fastapi', 'uvicorn', 'asyncpg', 'uvloop', 'httptools']

const isHere = () => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0

const asRoot = (...command) => {
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Whether the peer can run; where it cannot, its packages are installed first. */
export const bringPythonPackages = () => {
  if (isHere()) return true
  const packages = modules.map((name) => `python3-${name}`)
  console.log(`Installing ${packages.join(' ')}`)
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
  const install = () => asRoot(...quietly, 'install', '-y', '--no-install-recommends', ...packages)
  // The lists of packages may be old, or not there at all.
  return (install() || (asRoot(...quietly, 'update') && install())) && isHere()
}
