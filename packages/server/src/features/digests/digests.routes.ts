import { type BodyOf, type DigestSettings, putDigestSettings, showDigestSettings } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { DigestSettingsService, ShownDigests, WantedDigests } from './digest-settings.service.ts'

export const digestRoutes = ({ settings }: { settings: DigestSettingsService }): Route[] => [
  handle(showDigestSettings, ({ actor }) => settings.show(actor).then(present)),
  handle(putDigestSettings, ({ actor, body, ifMatch }) => settings.put(actor, read(body), ifMatch).then(present)),
]

const read = ({ quiet_hours, time_zone, ...rest }: BodyOf<typeof putDigestSettings>): WantedDigests => ({
  ...rest,
  quietHours: quiet_hours,
  timeZone: time_zone,
})

const present = (shown: ShownDigests): DigestSettings => ({
  frequency: shown.frequency,
  weekday: shown.weekday,
  hour: shown.hour,
  quiet_hours: shown.quietHours === null ? null : { ...shown.quietHours },
  time_zone: shown.timeZone,
  reasons: shown.reasons,
  address: shown.address,
  next_at: shown.nextAt?.toISOString() ?? null,
  is_available: shown.isAvailable,
  version: shown.version,
})
