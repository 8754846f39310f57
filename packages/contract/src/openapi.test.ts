import { describe, expect, it } from 'vitest'
import { anyone } from './access.ts'
import { describeApi } from './openapi.ts'
import { operation } from './operation.ts'
import { operations } from './operations.ts'
import { integer, list, model } from './schema.ts'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  oneOf?: Schema[]
}

type Content = Record<string, { schema: Schema }>

interface Described {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-frames'?: Record<string, Schema>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

const documentOf = (all: typeof operations): Document => JSON.parse(JSON.stringify(describeApi(all)))

/** Lists what a schema lacks for a reader of the document. */
const gapsIn = (schema: Schema, path: string, isNamed = false): string[] => {
  const { properties = {}, items, additionalProperties, oneOf = [] } = schema
  return [
    ...(schema.properties !== undefined && !isNamed ? [`${path} is an object without a name`] : []),
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description === undefined ? [`${path}.${name} has no description`] : []),
      ...gapsIn(property, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : gapsIn(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : gapsIn(additionalProperties, `${path}{}`)),
    ...oneOf.flatMap((one, index) => gapsIn(one, `${path}|${index}`)),
  ]
}

const accessOnly = /^ ?Who may call it: [^.]+\.$/

const gapsOf = ({ paths, components }: Document): string[] => [
  ...Object.entries(components.schemas).flatMap(([name, schema]) => gapsIn(schema, name, true)),
  ...Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId: id, summary, description, parameters, requestBody, responses }) => [
      ...(summary.length > 80 ? [`${id}: its summary is longer than 80 characters`] : []),
      ...(accessOnly.test(description) ? [`${id} has no description`] : []),
      ...parameters.flatMap(({ name, description: said }) =>
        said === undefined ? [`${id}: ${name} has no description`] : [],
      ),
      ...[requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).flatMap(({ schema }) => gapsIn(schema, id)),
      ),
    ]),
]

describe('OpenAPI document', () => {
  const document = documentOf(operations)

  it('describes every operation, parameter and property, and names every object', () => {
    expect(gapsOf(document)).toEqual([])
  })

  it('reports an operation, parameter, property or object without a description or a name', () => {
    const planted = operation({
      id: 'planted',
      method: 'GET',
      path: '/planted',
      tag: 'Test',
      summary: 'Planted',
      access: anyone,
      query: model({ since: integer() }),
      answer: list(model({ count: integer() })),
    })
    expect(gapsOf(documentOf([planted]))).toEqual([
      'planted has no description',
      'planted: since has no description',
      'planted[] is an object without a name',
      'planted[].count has no description',
    ])
  })

  it('contains every schema that it refers to', () => {
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)))
  })

  it('lists the events of every stream with their data', () => {
    const streams = operations.flatMap(({ id, path, method, status, events }) => {
      const content = document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['text/event-stream']
      if (content === undefined && events === undefined) return []
      const { oneOf = [] } = document.components.schemas[content?.schema.$ref?.split('/').at(-1) ?? ''] ?? {}
      return [[id, oneOf.map(({ $ref }) => $ref?.split('/').at(-1))]]
    })
    const endings = ['StreamErrorEvent', 'StreamByeEvent']
    expect(Object.fromEntries(streams)).toEqual({
      dealEvents: ['DealEventsHelloEvent', 'DealEventsResumedEvent', 'DealEventsEventEvent', ...endings],
      followProviderDraft: ['FollowProviderDraftProgressEvent', 'FollowProviderDraftEndedEvent', ...endings],
      intakeEvents: ['IntakeEventsProgressEvent', 'IntakeEventsReadyEvent', 'IntakeEventsFailedEvent', ...endings],
      notificationStream: ['NotificationStreamUnreadEvent', 'NotificationStreamNotificationEvent', ...endings],
      ripplePreview: [
        'RipplePreviewProgressEvent',
        'RipplePreviewDeterministicViewEvent',
        'RipplePreviewProbabilisticViewEvent',
        'RipplePreviewRipplePreviewEvent',
        ...endings,
      ],
      simulateScenarios: [
        'SimulateScenariosStartEvent',
        'SimulateScenariosScenarioEvent',
        'SimulateScenariosDoneEvent',
        ...endings,
      ],
      twoWayTable: ['TwoWayTableTableEvent', 'TwoWayTableRowEvent', 'TwoWayTableDoneEvent', ...endings],
    })
  })

  it('names the frames of the live channel', () => {
    expect(document.paths['/api/canvas/{deal_id}/live']?.['get']?.['x-frames']).toEqual({
      client: { $ref: '#/components/schemas/LiveChannelClientFrame' },
      server: { $ref: '#/components/schemas/LiveChannelServerFrame' },
    })
  })
})
