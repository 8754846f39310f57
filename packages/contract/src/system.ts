import { anyone, operator } from './access.ts'
import { operation } from './operation.ts'
import { boolean, map, model, text } from './schema.ts'

const tag = 'Operations'

export const healthz = operation({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  tag,
  summary: 'The process is alive',
  access: anyone,
  answer: model({ status: text() }),
})

export const readyz = operation({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  tag,
  summary: 'Every store answers, the disk has room, and the service is not draining',
  access: anyone,
  answer: model({ ready: boolean(), stores: map(text()) }),
  errors: ['store_unavailable', 'storage_full', 'shutting_down'],
})

export const metrics = operation({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  tag,
  summary: 'Prometheus metrics, from this machine or with the metrics token',
  access: operator,
  answer: text(),
  mediaType: 'text/plain',
  errors: ['not_authenticated'],
})
