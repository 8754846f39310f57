import { launch, makePlace, type Place, type Server, type startServer } from '@deal-canvas/proof/server'
import { type afterAll, afterEach } from 'vitest'
import { copyEmbeddedTemplate } from '../../packages/server/src/testing/embedded-template.ts'

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
    /** With a migrated, empty database: on the given server, or embedded in a folder of its own. */
    place: async (options?: { databaseUrl?: string }): Promise<Place> => {
      const place = await makePlace(options)
      places.push(place)
      if (options?.databaseUrl === undefined) await copyEmbeddedTemplate(place.env['DATA_DIR'] ?? '')
      return place
    },
    /** With an empty folder, where the service makes its database at its first start. */
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
