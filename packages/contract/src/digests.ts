import { signedIn } from './access.ts'
import { digestFrequencies } from './digest-times.ts'
import { notificationTypes } from './notifications.ts'
import { operation } from './operation.ts'
import { boolean, described, instant, integer, list, model, nullable, oneOf, type Static, text } from './schema.ts'
import { maxTimeZoneLength } from './sizes.ts'

const tag = 'Notifications'

const hour = (description: string) => integer({ minimum: 0, maximum: 23, description, examples: [8] })

const fields = {
  frequency: oneOf(digestFrequencies, {
    description:
      'off: no digests; at_once: soon after something happens, at most one mail in five minutes; daily, weekly: at the hour.',
  }),
  weekday: integer({
    minimum: 1,
    maximum: 7,
    description: 'The day of weekly digests, 1 (Monday) to 7 (Sunday).',
    examples: [1],
  }),
  hour: hour('The local hour of daily and weekly digests.'),
  quiet_hours: nullable(
    described(
      model(
        {
          from: hour('The first quiet hour.'),
          to: hour('The hour in which they end; it can be on the next day.'),
        },
        { title: 'QuietHours' },
      ),
      'When nothing is sent; null: there are none.',
    ),
  ),
  time_zone: text({
    min: 1,
    max: maxTimeZoneLength,
    description: 'The IANA time zone of all hours.',
    examples: ['Europe/Berlin'],
  }),
  reasons: nullable(
    list(oneOf(notificationTypes), {
      min: 1,
      max: notificationTypes.length,
      description: 'Which notifications are included; null: all, also kinds that are added later.',
    }),
  ),
}

export const DigestSettings = model(
  {
    ...fields,
    address: nullable(
      text({
        description: 'The verified address that digests are sent to; null: there is none, and none are sent.',
        examples: ['owner@example.com'],
      }),
    ),
    next_at: nullable(
      instant({
        description:
          'When the next one is due; null: none is planned. It is sent only if something unread is there by then.',
      }),
    ),
    is_available: boolean({ description: 'Whether the service sends digests; the operator can switch them off.' }),
    version: integer({ description: 'For `If-Match`; 0: never set.', examples: [2] }),
  },
  { title: 'DigestSettings' },
)
export type DigestSettings = Static<typeof DigestSettings>

export const showDigestSettings = operation({
  id: 'showDigestSettings',
  method: 'GET',
  path: '/api/auth/me/digest',
  tag,
  summary: 'Show when I get digests by mail',
  description: 'Answers when the caller gets digests of unread notifications by mail; `off` until they choose.',
  access: signedIn,
  answer: DigestSettings,
})

export const putDigestSettings = operation({
  id: 'putDigestSettings',
  method: 'PUT',
  path: '/api/auth/me/digest',
  tag,
  summary: 'Set when I get digests by mail',
  description:
    'Replaces the settings. A digest has the notifications that came since it was switched on, are unread when it is made, and were not mailed already; one without any is not sent. In quiet hours nothing is sent; what falls into them is sent when they end. Needs `If-Match` with the `version`, 0 at first; a stale one is 409.',
  access: signedIn,
  body: model(fields, { title: 'PutDigestSettingsRequest' }),
  answer: DigestSettings,
  ifMatch: 'required',
  limit: 'digest_settings',
  errors: ['digests_off', 'rate_limited'],
})
