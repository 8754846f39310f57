// An organization with some of everything: a deal with a memo, numbers, a model, comments, files and images,
// a team, people, invitations and an intake. Two words occur in all of it and nowhere else, so that a response to
// anyone else that contains one of them is a leak: one word in deal content, one in names of people and groups.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { call, signIn } from './server.mjs'

export const password = 'a-long-walk-to-the-lake'

const workbook = new URL('../../server/demo/helios.xlsx', import.meta.url)
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const newWord = (prefix) => `${prefix}${randomBytes(5).toString('hex')}`

/** Sends a request that must succeed: without the planted data the rest would prove nothing. */
export const createSender =
  (url, token) =>
  async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const answer = isForm
      ? await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}`, ...headers }, body })
      : await call(url, method, path, { token, body, headers })
    const read = isForm ? await answer.json() : answer.body
    if (answer.status < 300) return read
    throw new Error(`Planting failed: ${method} ${path} was answered with ${answer.status} ${JSON.stringify(read)}`)
  }

const formOf = (field, ...files) => {
  const form = new FormData()
  for (const [name, content] of files) form.append(field, new Blob([content]), name)
  return form
}

export const fileOf = (field, name) =>
  field === 'file' ? ['picture.png', onePixel] : [`${name}.txt`, Buffer.from(`${name} stands by the river.\n`)]

/** A user of an organization, or of none, created and signed in. */
export const plantPerson = async (
  { url, asSuperadmin },
  { name, orgId = null, orgRole = 'member', isSuperadmin = false },
) => {
  const email = `${newWord('p')}@${name.toLowerCase()}.example`
  const { id } = await asSuperadmin('POST', '/api/superadmin/users', {
    email,
    display_name: `${name} Person`,
    password,
    is_superadmin: isSuperadmin,
    org_id: orgId,
    org_role: orgRole,
  })
  const { token, cookie } = await signIn(url, email, { password })
  return { id, email, token, cookie, send: createSender(url, token) }
}

const plantPeople = async (service, outer) => {
  const org = await service.asSuperadmin('POST', '/api/superadmin/orgs', { name: `${outer} Partners` })
  const keeper = await plantPerson(service, { name: outer, orgId: org.id, orgRole: 'owner' })
  const other = await plantPerson(service, { name: outer, orgId: org.id })
  const team = await keeper.send('POST', `/api/orgs/${org.id}/teams`, { name: `${outer} team` })
  await keeper.send('PUT', `/api/orgs/${org.id}/teams/${team.id}/members/${other.id}`)
  const invitation = await keeper.send('POST', `/api/orgs/${org.id}/invitations`, { email: `guest@${outer}.example` })
  const code = await service.asSuperadmin('POST', '/api/superadmin/invite-codes', {
    description: `${outer} code`,
    org_id: org.id,
  })
  return { org, keeper, other, team, invitation, code }
}

const plantDeal = async ({ keeper, other, org, team }, inner) => {
  const deal = await keeper.send('POST', '/api/deals', { name: `${inner} Towers`, org_id: org.id })
  const on = `/api/canvas/${deal.deal_id}`
  await keeper.send('PUT', `${on}/members/${other.id}`, { role: 'viewer' })
  await keeper.send('PUT', `${on}/teams/${team.id}`, { role: 'viewer' })
  const content = `${inner} is a good place. Rents grow by 3.5 % a year.`
  const section = await keeper.send('PUT', `${on}/sections/executive_summary`, { title: `${inner} memo`, content })
  const book = [`${inner} model.xlsx`, await readFile(workbook)]
  const uploaded = await keeper.send('POST', `${on}/documents`, formOf('files', book, fileOf('files', inner)))
  const [{ id: documentId }] = uploaded.documents
  await keeper.send('POST', `${on}/model`, { document_id: documentId })
  const crop = await keeper.send('POST', `${on}/image-crops`, formOf('file', fileOf('file')))
  const comment = await keeper.send('POST', `${on}/comments`, {
    content: `Is ${inner} for sale?`,
    comment_type: 'suggestion',
    section_key: 'executive_summary',
    anchor_text: '3.5 % a year',
    suggestion_metadata: { replacement: `${inner} a year`, base_version: section.version },
    mentioned_user_ids: [other.id],
  })
  const replied = await keeper.send('POST', `${on}/comments/${comment.comment_id}/replies`, {
    content: `Yes, ${inner}`,
  })
  await keeper.send('POST', `${on}/feedback`, {
    section_key: 'executive_summary',
    rating: 4,
    comment: `${inner} reads well`,
  })
  await keeper.send('POST', `${on}/audit-events`, { kind: 'retrieval', type: 'seen', data: { note: inner } })
  const { metrics } = await keeper.send('GET', `${on}/metrics`)
  const metric = metrics.find(({ kind, value, source }) => kind === 'input' && value !== null && source !== null)
  if (metric === undefined) throw new Error('The planted workbook has no input with a cell')
  return { dealId: deal.deal_id, documentId, crop, comment, replyId: replied.replies[0].reply_id, metric }
}

/** Things that only their owner sees: an intake with a file, and another session. */
const plantOwnThings = async (service, person, orgId, inner) => {
  const { conversation_id: conversationId } = await person.send('POST', '/api/intake', { org_id: orgId })
  const form = formOf('files', fileOf('files', inner))
  const { files } = await person.send('POST', `/api/intake/${conversationId}/files`, form)
  await person.send('POST', `/api/intake/${conversationId}/deal-name`, { deal_name: `${inner} intake` })
  return { conversationId, fileId: files[0].id, sessionId: await plantSession(service, person, person.send) }
}

/** Plants a tenant. `person` defines who joins it besides its keeper, if anyone, and with which role on the deal. */
export const plantTenant = async (service, { person: wanted } = {}) => {
  const [inner, outer] = [newWord('Quokka'), newWord('Numbat')]
  const people = await plantPeople(service, outer)
  const deal = await plantDeal(people, inner)
  const { avatar_url: avatarUrl } = await people.keeper.send(
    'PUT',
    '/api/auth/me/avatar',
    formOf('file', fileOf('file')),
  )
  const { org, keeper, other, team, invitation, code } = people
  const person =
    wanted === undefined
      ? undefined
      : await plantPerson(service, { name: outer, ...wanted, orgId: wanted.orgRole === undefined ? null : org.id })
  if (wanted?.dealRole !== undefined) {
    await keeper.send('PUT', `/api/canvas/${deal.dealId}/members/${person.id}`, { role: wanted.dealRole })
  }
  const orgId = person === undefined || wanted.orgRole !== undefined ? org.id : null
  const own = await plantOwnThings(service, person ?? keeper, orgId, inner)
  return {
    inner,
    outer,
    keeper,
    person,
    /** The ids of this tenant's things in a path, a query or a body: a stranger must not have access to any of them. */
    references: {
      deal_id: deal.dealId,
      document_id: deal.documentId,
      crop_id: deal.crop.id,
      comment_id: deal.comment.comment_id,
      reply_id: deal.replyId,
      conversation_id: own.conversationId,
      file_id: own.fileId,
      session_id: own.sessionId,
      org_id: org.id,
      team_id: team.id,
      user_id: other.id,
      author_id: other.id,
      actor_id: other.id,
      invitation_id: invitation.id,
      code_id: code.id,
      email: person?.email ?? keeper.email,
      mentioned_user_ids: [other.id],
      attachment_ids: [deal.crop.id],
    },
    metric: deal.metric,
    avatarId: avatarUrl.slice('/api/avatars/'.length),
  }
}

/** Opens another session of a person, who stays in the current one. */
export const plantSession = async ({ url }, { email, password: given = password }, send) => {
  await signIn(url, email, { password: given })
  const { sessions } = await send('GET', '/api/auth/sessions')
  return sessions.find(({ current }) => !current).id
}

/** The same references, to things that do not exist. */
export const nowhere = (references) =>
  Object.fromEntries(
    Object.entries(references).map(([name, value]) => {
      if (name === 'email') return [name, `${newWord('nobody')}@nowhere.example`]
      return [name, Array.isArray(value) ? [randomUUID()] : randomUUID()]
    }),
  )
