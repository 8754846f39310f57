import { type afterAll, afterEach } from 'vitest'
import { launch, makePlace, type Place, type Server, type startServer } from '../../bench/server.mjs'

/** Processes and folders of a test file, gone when it is done whatever happened. */
export const keepServices = (when: typeof afterAll | typeof afterEach = afterEach) => {
  const servers: Server[] = []
  const places: Place[] = []
  when(async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()))
    await Promise.all(places.splice(0).map((place) => place.remove()))
  })
  const kept = (server: Server): Server => {
    servers.push(server)
    return server
  }
  return {
    place: async (options?: { databaseUrl?: string }): Promise<Place> => {
      const place = await makePlace(options)
      places.push(place)
      return place
    },
    launch: async (...options: Parameters<typeof launch>) => kept(await launch(...options)),
    start: async (...options: Parameters<typeof startServer>) => {
      const server = kept(await launch(...options))
      await server.says('Deal Canvas is ready')
      return server
    },
  }
}
