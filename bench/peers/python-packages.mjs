// Installs the Debian packages for the Python implementation. Only the bench needs them, not the product.
import { spawnSync } from 'node:child_process'

export const python = '/usr/bin/python3'
const modules = ['fastapi', 'uvicorn', 'asyncpg', 'uvloop', 'httptools']

const isHere = () => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0

const asRoot = (...command) => {
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Whether the Python implementation can run, after installing its packages if needed. */
export const installPythonPackages = () => {
  if (isHere()) return true
  const packages = modules.map((name) => `python3-${name}`)
  console.log(`Installing ${packages.join(' ')}`)
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq']
  const install = () => asRoot(...quietly, 'install', '-y', '--no-install-recommends', ...packages)
  // The package lists may be outdated or missing.
  return (install() || (asRoot(...quietly, 'update') && install())) && isHere()
}
