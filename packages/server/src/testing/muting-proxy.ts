import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server that can cut its open connections or silently stop forwarding on them. */
export const startMutingProxy = async (target: { host: string; port: number }) => {
  const open = new Set<{ ends: Socket[]; muted: boolean }>()
  const server = createServer((near) => {
    const far = connect(target)
    const passage = { ends: [near, far], muted: false }
    open.add(passage)
    near.on('data', (data) => passage.muted || far.write(data))
    far.on('data', (data) => passage.muted || near.write(data))
    for (const [source, destination] of [
      [near, far],
      [far, near],
    ] as const) {
      source.on('error', () => destination.destroy())
      source.on('close', () => passage.muted || destination.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    port: address.port,
    /** Silently drops all data on open connections; new ones work. */
    mute: (): void => {
      for (const passage of open) passage.muted = true
    },
    /** Closes the open connections; new ones work. */
    cut: (): void => {
      for (const { ends } of open) for (const end of ends) end.destroy()
      open.clear()
    },
    close: async (): Promise<void> => {
      server.close()
      for (const { ends } of open) for (const end of ends) end.destroy()
    },
  }
}
