import { anyone, operator } from './access.ts'
import { operation } from './operation.ts'
import { boolean, map, model, text } from './schema.ts'

const tag = 'Operations'

export const healthz = operation({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  tag,
  summary: 'Check that the process is alive',
  description: 'Answers as long as the process runs; it does not look at the stores.',
  access: anyone,
  answer: model({ status: text({ description: 'Always `ok`.' }) }, { title: 'HealthzResponse' }),
})

export const readyz = operation({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  tag,
  summary: 'Check that the service is ready',
  description:
    'Answers 200 while every store answers, the disk has room and the service is not shutting down; otherwise 503.',
  access: anyone,
  answer: model(
    {
      ready: boolean({ description: 'Whether requests are served.' }),
      stores: map(text(), { description: 'The state of each store.' }),
    },
    { title: 'ReadyzResponse' },
  ),
  errors: ['store_unavailable', 'storage_full', 'shutting_down'],
})

export const metrics = operation({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  tag,
  summary: 'Read Prometheus metrics',
  description: 'Answers metrics in the Prometheus text format, from the same machine or with the metrics token.',
  access: operator,
  answer: text(),
  mediaType: 'text/plain',
  errors: ['not_authenticated'],
})
