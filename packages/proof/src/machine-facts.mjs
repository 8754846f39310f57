// Figures mean little without the machine and the versions they were measured on.
import { execFile } from 'node:child_process'
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

const versionOf = async (command) => {
  try {
    const { stdout } = await run(command, ['--version'])
    return stdout.trim().split('\n')[0]
  } catch (error) {
    return `${command} is not here (${error.code})`
  }
}

export const machineFacts = async () => ({
  date: new Date().toISOString().slice(0, 10),
  system: `${platform()} ${release()}`,
  processors: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.versions.node,
  postgresql: await versionOf('psql'),
  redis: await versionOf('redis-server'),
})
