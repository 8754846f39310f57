import { beforeAll } from 'vitest'
import type { Route } from '../http/handler.ts'
import { onService, type TestService } from './service.ts'

type Options = NonNullable<Parameters<typeof onService>[2]>

/** Like `onService`, with additional routes whose handlers can access the service they run in. */
export const onServiceWith = (
  title: string,
  makeRoutes: (app: () => TestService) => Route[],
  rules: (app: TestService) => void,
  options: Omit<Options, 'extraRoutes'> = {},
): void => {
  let running: TestService | undefined
  const app = (): TestService => {
    if (running === undefined) throw new Error('No service is running yet')
    return running
  }
  onService(
    title,
    (service) => {
      beforeAll(() => {
        running = service
      })
      rules(service)
    },
    { ...options, extraRoutes: makeRoutes(app) },
  )
}
