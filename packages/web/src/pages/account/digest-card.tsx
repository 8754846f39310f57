import {
  type DigestSettings,
  digestPauseMinutes,
  isTimeZone,
  type NotificationType,
  nextDigest,
  notificationTypes,
  putDigestSettings,
  showDigestSettings,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { digestMessages as messages } from '../../messages/digests.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { formatIn, frequencyChoices, hours, localTimeZone, reasonWords, timeZones, weekdays } from './digest-words.ts'
import { SavedMark } from './saved-mark.tsx'

type Edit = Partial<Pick<DigestSettings, 'frequency' | 'weekday' | 'hour' | 'quiet_hours' | 'time_zone' | 'reasons'>>

const usualQuietHours = { from: 20, to: 7 }

/** When unread notifications are mailed, with the time of the next mail. */
export const DigestCard = () => {
  const { session, queries } = useServices()
  const queryKey = ['me', 'digest']
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => session.client.call(showDigestSettings, { signal }),
  })
  const [edit, setEdit] = useState<Edit>({})
  const save = useMutation({
    mutationFn: ({ version, frequency, weekday, hour, quiet_hours, time_zone, reasons }: DigestSettings) =>
      session.client.call(putDigestSettings, {
        ifMatch: version,
        body: { frequency, weekday, hour, quiet_hours, time_zone, reasons },
      }),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved)
      setEdit({})
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  })
  if (data === undefined)
    return error === null ? null : (
      <Card title={messages.title()}>
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      </Card>
    )
  if (!data.is_available)
    return (
      <Card title={messages.title()}>
        <p className="px-[14px] py-[10px] text-fg-2">{messages.unavailable()}</p>
      </Card>
    )
  // Whoever has never chosen is offered the time zone of their browser.
  const shown: DigestSettings = { ...data, ...(data.version === 0 ? { time_zone: localTimeZone() } : {}), ...edit }
  const quiet = shown.quiet_hours
  const isQuietEmpty = quiet !== null && quiet.from === quiet.to
  const isChanged = Object.keys(edit).length > 0
  const isWrong = isQuietEmpty || shown.reasons?.length === 0
  const change = (next: Edit): void => {
    save.reset()
    setEdit({ ...edit, ...next })
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isChanged && !isWrong && !save.isPending) save.mutate(shown)
  }
  const isTimed = shown.frequency === 'daily' || shown.frequency === 'weekly'
  return (
    <Card title={messages.title()}>
      <form onSubmit={submit} className="grid gap-4 px-[14px] py-[10px]">
        <p className="text-small text-fg-2">
          {messages.hint()} {data.address !== null && messages.sentTo({ address: data.address })}
        </p>
        {data.address === null && (
          <Note tone="amber" icon="mail">
            {messages.noAddress()}
          </Note>
        )}
        <div>
          <Segments
            label={messages.frequency()}
            choices={frequencyChoices}
            chosen={shown.frequency}
            onChoose={(frequency) => change({ frequency })}
          />
        </div>
        {shown.frequency !== 'off' && (
          <>
            <div className="grid gap-3 sm:grid-cols-2">
              {shown.frequency === 'weekly' && (
                <SelectField
                  label={messages.weekday()}
                  value={shown.weekday}
                  onChange={({ target }) => change({ weekday: Number(target.value) })}
                >
                  {weekdays.map((name, index) => (
                    <option key={name} value={index + 1}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
              {isTimed && <HourField label={messages.hour()} hour={shown.hour} onChange={(hour) => change({ hour })} />}
              <SelectField
                label={messages.timeZone()}
                value={shown.time_zone}
                onChange={({ target }) => change({ time_zone: target.value })}
              >
                {timeZones(shown.time_zone).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
            </div>
            <Switch
              label={messages.quietHours()}
              hint={messages.quietHoursHint()}
              on={quiet !== null}
              onChange={(on) => change({ quiet_hours: on ? usualQuietHours : null })}
            />
            {quiet !== null && (
              <div className="grid grid-cols-2 gap-3">
                <HourField
                  label={messages.quietFrom()}
                  hour={quiet.from}
                  onChange={(from) => change({ quiet_hours: { ...quiet, from } })}
                />
                <HourField
                  label={messages.quietTo()}
                  hour={quiet.to}
                  error={isQuietEmpty ? messages.quietEmpty() : undefined}
                  onChange={(to) => change({ quiet_hours: { ...quiet, to } })}
                />
              </div>
            )}
            <Reasons chosen={shown.reasons} onChange={(reasons) => change({ reasons })} />
          </>
        )}
        <p className="text-small text-fg-2" aria-live="polite">
          {nextWords(shown)}
        </p>
        {save.isError && <Note tone="red">{messages.notSaved({ reason: sentenceFor(save.error) })}</Note>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={save.isPending} idle={!isChanged || isWrong}>
            {messages.save()}
          </Button>
          {save.isSuccess && !isChanged && <SavedMark>{messages.saved()}</SavedMark>}
        </div>
      </form>
    </Card>
  )
}

const nextWords = ({ frequency, weekday, hour, quiet_hours, time_zone }: DigestSettings): string => {
  if (frequency === 'off') return messages.nextOff()
  if (frequency === 'at_once') return messages.nextAtOnce({ minutes: digestPauseMinutes })
  // An older browser may not know a new time zone; the service does.
  if (!isTimeZone(time_zone)) return ''
  const next = nextDigest({ frequency, weekday, hour, quietHours: quiet_hours, timeZone: time_zone }, new Date())
  return next === undefined ? '' : messages.next({ time: formatIn(next.at, time_zone) })
}

interface HourFieldProps {
  label: string
  hour: number
  error?: string | undefined
  onChange: (hour: number) => void
}

const HourField = ({ label, hour, error, onChange }: HourFieldProps) => (
  <SelectField label={label} value={hour} error={error} onChange={({ target }) => onChange(Number(target.value))}>
    {hours.map((words, value) => (
      <option key={words} value={value}>
        {words}
      </option>
    ))}
  </SelectField>
)

interface ReasonsProps {
  /** Null: all. */
  chosen: NotificationType[] | null
  onChange: (reasons: NotificationType[] | null) => void
}

const Reasons = ({ chosen, onChange }: ReasonsProps) => {
  const included = new Set(chosen ?? notificationTypes)
  const toggle = (type: NotificationType, on: boolean): void => {
    const next = notificationTypes.filter((one) => (one === type ? on : included.has(one)))
    onChange(next.length === notificationTypes.length ? null : next)
  }
  return (
    <details>
      <summary className="cursor-pointer">
        {messages.reasons()}{' '}
        <span className="text-small text-fg-3">
          {messages.reasonCount({ chosen: included.size, all: notificationTypes.length })}
        </span>
      </summary>
      <fieldset className="mt-2 grid gap-1 sm:grid-cols-2" aria-label={messages.reasons()}>
        {notificationTypes.map((type) => (
          <label key={type} className="flex min-h-11 items-center gap-2 sm:min-h-0">
            <input
              type="checkbox"
              checked={included.has(type)}
              onChange={({ target }) => toggle(type, target.checked)}
            />
            <span>{reasonWords[type]}</span>
          </label>
        ))}
      </fieldset>
      {included.size === 0 && <Note tone="red">{messages.reasonsMissing()}</Note>}
    </details>
  )
}
