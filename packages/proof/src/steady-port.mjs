// A port for a server that goes away and comes back while others keep calling it. It lies below those that outgoing
// connections are given: one of them would else take it meanwhile, or even meet itself there.
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
