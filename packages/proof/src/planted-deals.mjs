// Deals with members, inserted directly into the database, and the tokens of these members.
import { signInAll } from './signed-in.mjs'

const plantPeople = async (client, secret, count) => {
  const { rows } = await client.query(
    `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
     SELECT gen_random_uuid(), 'Person ' || n, 'active', gen_random_uuid(), '{"mentions":false}', now(), now()
     FROM generate_series(1, $1::int) n RETURNING id`,
    [count],
  )
  const ids = rows.map(({ id }) => id)
  const tokens = await signInAll(client, secret, ids)
  return ids.map((id, n) => ({ id, token: tokens[n] }))
}

/** Each deal has the given number of members, an owner and editors, and everyone is on the same number of deals. */
export const plantDeals = async (client, secret, { deals, people, perDeal }) => {
  const everybody = await plantPeople(client, secret, people)
  const planted = Array.from({ length: deals }, (_, n) => ({
    id: `deal-${n + 1}`,
    people: Array.from({ length: perDeal }, (_, k) => everybody[(n * perDeal + k) % people]),
  }))
  const ids = planted.map(({ id }) => id)
  await client.query(
    `INSERT INTO deals (id, name, tier, status, created_at, updated_at)
     SELECT id, 'Deal ' || id, 'legacy', 'open', now(), now() FROM unnest($1::text[]) id`,
    [ids],
  )
  await client.query(
    `INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls)
     SELECT id, 0, repeat('0', 64), 0, 0, 0, 0, 0 FROM unnest($1::text[]) id`,
    [ids],
  )
  const seats = planted.flatMap(({ id, people: seated }) =>
    seated.map((person, k) => ({ deal: id, person: person.id, role: k === 0 ? 'owner' : 'editor' })),
  )
  await client.query(
    `INSERT INTO deal_members (deal_id, user_id, role, created_at)
     SELECT deal, person, role, now() FROM unnest($1::text[], $2::uuid[], $3::text[]) seat (deal, person, role)`,
    ['deal', 'person', 'role'].map((name) => seats.map((seat) => seat[name])),
  )
  return planted
}
