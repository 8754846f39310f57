// What an organization of twenty accounts does to one endpoint: as many requests as its connections carry, until
// stopped. Each attack builds its n-th request from the data planted for it.
import { randomBytes } from 'node:crypto'

const boundary = 'neighbors'

/** A form with one file that was never sent before. */
export const uploadOf = (name, content) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
})

const json = (value) => ({
  headers: { 'content-type': 'application/json' },
  payload: Buffer.from(JSON.stringify(value)),
})

const words = ['rents', 'covenant', 'interest rate', 'exit', 'customers', 'churn', 'EBITDA', 'lender']
const paragraph = 'Rents grow with the market, and the loan is fixed for five years. '

export const attacks = {
  'what-if with 100,000 trials': ({ deal, metrics }, n) => ({
    method: 'POST',
    path: `${deal}/ripple/preview`,
    ...json({
      metric_key: metrics[0].key,
      new_value: metrics[0].value * (1.05 + (n % 7) / 100),
      probabilistic: true,
      simulation: { samples: 100_000, uncertain: metrics.slice(1).map(({ key }) => ({ metric_key: key })) },
    }),
  }),
  cells: ({ deal, workbooks }, n) => ({
    method: 'GET',
    path: `${deal}/documents/${workbooks[n % workbooks.length]}/cells?range=A${1 + (n % 50)}:AX${90 + (n % 50)}`,
  }),
  'document content': ({ deal, workbooks }, n) => ({
    method: 'GET',
    path: `${deal}/documents/${workbooks[n % workbooks.length]}/content`,
  }),
  'evidence search': ({ deal }, n) => ({
    method: 'GET',
    path: `${deal}/evidence?q=${encodeURIComponent(`${words[n % words.length]} ${words[(n * 3 + 1) % words.length]}`)}&limit=20`,
  }),
  uploads: ({ emptyDeals, book }, n) => ({
    method: 'POST',
    path: `${emptyDeals[n % emptyDeals.length]}/documents`,
    // A few bytes after the archive make it a different file with the same content.
    ...uploadOf(`model ${n}.xlsx`, Buffer.concat([book, randomBytes(8)])),
  }),
  'comments list': ({ deal }) => ({ method: 'GET', path: `${deal}/comments?limit=100` }),
  'posting comments': ({ deal }, n) => ({
    method: 'POST',
    path: `${deal}/comments`,
    ...json({ content: `Where does figure ${n} come from?`, section_key: `section_${n % 10}` }),
  }),
  canvas: ({ deal }) => ({ method: 'GET', path: deal }),
  'section edits': ({ deal }, n) => ({
    method: 'PUT',
    path: `${deal}/sections/section_${n % 10}`,
    ...json({ title: 'Section', content: `${n} ${paragraph.repeat(300)}` }),
  }),
  'audit trail': ({ deal }) => ({ method: 'GET', path: `${deal}/audit-trail?limit=5000` }),
  'audit-trail verification': ({ deal }) => ({ method: 'GET', path: `${deal}/audit-trail/verify` }),
  'audit-trail export': ({ deal }) => ({ method: 'GET', path: `${deal}/audit-trail/export` }),
  'deals search': (_, n) => ({
    method: 'GET',
    path: `/api/deals?q=${encodeURIComponent(words[n % words.length])}&limit=100`,
  }),
  since: ({ deal }) => ({ method: 'GET', path: `${deal}/since?seq=0` }),
  'data quality': ({ deal }) => ({ method: 'GET', path: `${deal}/data-quality` }),
  'sign-in': ({ emails }, n) => ({
    method: 'POST',
    path: '/api/auth/login',
    ...json({ email: emails[n % emails.length], password: `wrong-${n}` }),
  }),
}
