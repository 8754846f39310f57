// An organization with people and one deal with something to work on: a memo, comments, workbooks, a model.
import { readFile } from 'node:fs/promises'
import { plantPerson } from '../tenant.mjs'

const helios = new URL('../../../server/demo/helios.xlsx', import.meta.url)
const paragraph = 'Rents grow with the market, renovated units lease at a premium, and the loan is fixed. '
const maxMetrics = 4

const formOf = (files) => {
  const form = new FormData()
  for (const [name, content] of files) form.append('files', new Blob([content]), name)
  return form
}

/** The model as uploaded: what-ifs change its inputs. */
const plantModel = async (owner, deal, more) => {
  const book = ['model.xlsx', await readFile(helios)]
  const { documents } = await owner.send('POST', `${deal}/documents`, formOf([book, ...more]))
  await owner.send('POST', `${deal}/model`, { document_id: documents[0].id })
  const { metrics } = await owner.send('GET', `${deal}/metrics`)
  const inputs = metrics
    .filter(({ kind, unit, value, source }) => kind === 'input' && unit !== 'date' && value && source !== null)
    .slice(0, maxMetrics)
    .map(({ metric_key: key, value }) => ({ key, value }))
  if (inputs.length === 0) throw new Error('The planted workbook has no inputs')
  const { sheets } = await owner.send('GET', `${deal}/documents/${documents[0].id}/cells?range=A1`)
  return { workbooks: documents.map(({ id }) => id), metrics: inputs, sheet: encodeURIComponent(sheets[0]) }
}

export const plantOrganization = async (service, { name, people, sections, sectionLength, comments, files = [] }) => {
  const org = await service.asSuperadmin('POST', '/api/superadmin/orgs', { name })
  const members = []
  for (let n = 0; n < people; n++)
    members.push(await plantPerson(service, { name, orgId: org.id, orgRole: n === 0 ? 'owner' : 'admin' }))
  const [owner] = members
  const { deal_id: dealId } = await owner.send('POST', '/api/deals', { name: `${name} deal`, org_id: org.id })
  const deal = `/api/canvas/${dealId}`
  const content = paragraph.repeat(Math.ceil(sectionLength / paragraph.length))
  for (let n = 0; n < sections; n++)
    await owner.send('PUT', `${deal}/sections/section_${n}`, { title: `Section ${n}`, content })
  for (let n = 0; n < comments; n++)
    await members[n % people].send('POST', `${deal}/comments`, {
      content: `Comment ${n}: ${paragraph}`,
      section_key: `section_${n % sections}`,
    })
  const model = await plantModel(owner, deal, files)
  return {
    deal,
    ...model,
    tokens: members.map(({ token }) => token),
    emails: members.map(({ email }) => email),
    /** Empty deals, because a deal takes a limited number of files. */
    plantDeals: async (count) => {
      const deals = []
      for (let n = 0; n < count; n++)
        deals.push(await owner.send('POST', '/api/deals', { name: `${name} deal ${n}`, org_id: org.id }))
      return deals.map(({ deal_id: id }) => `/api/canvas/${id}`)
    },
  }
}
