// Starts the service with unreachable rate limits on its own data folder, with its demo data.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { makePlace, startServer } from './server.mjs'

const script = fileURLToPath(new URL('unlimited-service.mjs', import.meta.url))

export const startUnlimited = async () => {
  const place = await makePlace()
  const secret = randomUUID()
  const server = await startServer({
    env: { ...place.env, DEMO: 'on', JWT_SECRET: secret },
    command: [process.execPath, script],
  })
  return {
    ...server,
    secret,
    /** Returns the exit code: 0 if it shut down cleanly in time. */
    stop: async () => {
      const { code } = await server.stop()
      await place.remove()
      return code
    },
  }
}
