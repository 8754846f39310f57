import { launch, makePlace, type Place, type Server, type startServer } from '@deal-canvas/proof/server'
import { type afterAll, afterEach } from 'vitest'
import { copyEmbeddedTemplate } from '../../packages/server/src/testing/embedded-template.ts'

/** Starts processes and creates folders for a test file; all are removed afterwards, even after a failure. */
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
    /** Creates a migrated, empty database: on the given server, or embedded in its own folder. */
    place: async (options?: { databaseUrl?: string }): Promise<Place> => {
      const place = await makePlace(options)
      places.push(place)
      if (options?.databaseUrl === undefined) await copyEmbeddedTemplate(place.env['DATA_DIR'] ?? '')
      return place
    },
    /** Creates an empty folder, in which the service creates its database at its first start. */
    emptyPlace: async (): Promise<Place> => {
      const place = await makePlace()
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
