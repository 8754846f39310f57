// A port for a server that stops and restarts while clients keep calling it. It is below the range of ports for
// outgoing
// connections: otherwise one of them could take it meanwhile, or even connect to itself.
import { once } from 'node:events'
import { createServer } from 'node:net'

export const steadyPort = async () => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
