// Inserts any number of comments, notifications and audit trails directly into the database. Small data sets stay
// unchanged when more is added, so the same deals and users are measured among many others.
//
// A deal has 100 comments and 20 members, of whom the first is its owner. Deal n has the 20 users after user 20 (n −
// 1).

/** A reproducible id for user, comment or notification number n. */
const id = (kind, n) => `md5('${kind} ' || ${n})::uuid`

const bigDeal = 'deal-big'
const bigDealComments = 50_000
const bigPerson = 300
const bigPersonNotifications = 500_000
/** The deals of this user's notifications; without membership in them, the user would see none of the notifications. */
const bigPersonDeals = { from: 1001, to: 1050 }
const perDeal = 100
const peoplePerDeal = 20

const plantPeople = (client, from, to) =>
  client.query(
    `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
     SELECT ${id('person', 'n')}, 'Person ' || n, 'active', gen_random_uuid(), '{"mentions":false}', now(), now()
     FROM generate_series(${from}::int, ${to}) n`,
  )

const plantDeals = async (client, names, people) => {
  await client.query(
    `INSERT INTO deals (id, name, tier, status, created_at, updated_at)
     SELECT name, 'Deal ' || name, 'legacy', 'open', now(), now() FROM unnest($1::text[]) name`,
    [names],
  )
  await client.query(
    `INSERT INTO deal_members (deal_id, user_id, role, created_at)
     SELECT name, ${id('person', `(($2::int[])[place] + k) % ${people} + 1`)}, CASE k WHEN 0 THEN 'owner' ELSE 'commenter' END, now()
     FROM unnest($1::text[]) WITH ORDINALITY deal (name, place), generate_series(0, ${peoplePerDeal - 1}) k`,
    [names, names.map((name) => (name === bigDeal ? 200 : (Number(name.slice(5)) - 1) * peoplePerDeal))],
  )
}

/** Comments numbered from … to, 100 per deal or all on one. */
const plantComments = (client, from, to, deal, firstPerson) =>
  client.query(
    `INSERT INTO comments (id, deal_id, section_key, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
     SELECT ${id('comment', 'n')}, ${deal}, 'section-' || n % 5, CASE WHEN n % 50 = 0 THEN 'blocker' ELSE 'comment' END,
       ${id('person', firstPerson)}, 'Where does figure ' || n || ' come from, and does the vacancy of unit ' || n % 977 || ' hold?',
       CASE WHEN n % 3 = 0 THEN 'resolved' ELSE 'open' END, at, at, 'none',
       CASE WHEN n % 10 = 0 THEN ARRAY[${id('person', firstPerson)}] ELSE '{}' END, 1, 0
     FROM (SELECT n, date_trunc('milliseconds', now() - interval '300 days' + n * interval '20 seconds') AS at FROM generate_series(${from}::int, ${to}) n) numbers`,
  )

const plantAuditTrails = async (client) => {
  await client.query('TRUNCATE journal, journal_heads')
  await client.query(
    `INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
     SELECT deal_id, row_number() OVER (PARTITION BY deal_id ORDER BY created_at, id), created_at, 'activity', 'comment.created', author_id,
       false, json_build_object('comment_id', id), repeat('s', 22), repeat('d', 64), repeat('p', 64), repeat('h', 64), repeat('z', 86)
     FROM comments`,
  )
  await client.query(
    `INSERT INTO journal_heads (deal_id, seq, hash, last_at, retrievals, discourse, activity, readiness, llm_calls, comments, open_comments, open_blockers)
     SELECT d.id, count(c.id), repeat('h', 64), max(c.created_at), 0, 0, count(c.id), 0, 0, count(c.id),
       count(c.id) FILTER (WHERE c.status = 'open'), count(c.id) FILTER (WHERE c.status = 'open' AND c.comment_type = 'blocker')
     FROM deals d LEFT JOIN comments c ON c.deal_id = d.id GROUP BY d.id`,
  )
}

/** Notifications numbered from … to for each of these users, on their deals in turn; three in five are unread. */
const plantNotifications = (client, people, from, to, deal) =>
  client.query(
    `INSERT INTO notifications (user_id, seq, id, deal_id, type, actor_id, snippet, created_at, read_at)
     SELECT ${id('person', 'p')}, k, gen_random_uuid(), ${deal}, 'comment', ${id('person', 'p')}, 'Where does it come from?', now(),
       CASE WHEN k % 5 < 3 THEN NULL ELSE now() END
     FROM generate_series(${people[0]}::int, ${people[1]}) p, generate_series(${from}::int, ${to}) k`,
  )

const countNotifications = async (client) => {
  await client.query('TRUNCATE notification_heads, notification_counters')
  await client.query('INSERT INTO notification_heads SELECT user_id, max(seq) FROM notifications GROUP BY user_id')
  await client.query(
    `INSERT INTO notification_counters SELECT user_id, deal_id, count(*) FILTER (WHERE read_at IS NULL)
     FROM notifications GROUP BY user_id, deal_id`,
  )
}

const finish = async (client) => {
  await plantAuditTrails(client)
  await countNotifications(client)
  await client.query('VACUUM ANALYZE')
}

const asOwner = async (client, work) => {
  await client.query('SET session_replication_role = replica')
  await client.query('SET synchronous_commit = off')
  await work()
  await client.query('RESET session_replication_role')
}

const numbered = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => `deal-${from + index}`)
const ownDeal = `'deal-' || (p - 1) / ${peoplePerDeal} + 1`

/** 1,000 comments on 10 deals, 5,000 notifications for 200 users. */
export const plantFew = (client) =>
  asOwner(client, async () => {
    await plantPeople(client, 1, 200)
    await plantDeals(client, numbered(1, 10), 200)
    const person = `(n - 1) / ${perDeal} * ${peoplePerDeal} + n % ${peoplePerDeal} + 1`
    await plantComments(client, 1, 1000, `'deal-' || (n - 1) / ${perDeal} + 1`, person)
    await plantNotifications(client, [1, 200], 1, 25, ownDeal)
    await finish(client)
  })

/** The given totals, including a deal with 50,000 comments and a user with 500,000 notifications on 50 deals. */
export const plantMany = (client, { comments, notifications }) =>
  asOwner(client, async () => {
    const people = 20_000
    const deals = 10 + Math.ceil((comments - 1000 - bigDealComments) / perDeal)
    if (deals < bigPersonDeals.to) throw new Error(`${comments} comments are on too few deals; give at least 155,000`)
    await plantPeople(client, 201, people)
    await plantDeals(client, numbered(11, deals), people)
    await plantDeals(client, [bigDeal], people)
    await client.query(
      `INSERT INTO deal_members SELECT 'deal-' || n, ${id('person', bigPerson)}, 'commenter', now()
       FROM generate_series(${bigPersonDeals.from}, ${bigPersonDeals.to}) n ON CONFLICT DO NOTHING`,
    )
    const first = 1000 + bigDealComments
    await plantComments(client, 1001, first, `'${bigDeal}'`, `201 + n % ${peoplePerDeal}`)
    const place = `(n - ${first} - 1) / ${perDeal}`
    for (let from = first + 1; from <= comments; from += 100_000) {
      const person = `((10 + ${place}) * ${peoplePerDeal} + n % ${peoplePerDeal}) % ${people} + 1`
      await plantComments(client, from, Math.min(comments, from + 99_999), `'deal-' || 11 + ${place}`, person)
    }
    const each = Math.round((notifications - bigPersonNotifications) / people)
    const deal = `'deal-' || ((p - 1) / ${peoplePerDeal} + k % 9 * ${people / peoplePerDeal}) % ${deals} + 1`
    await plantNotifications(client, [1, 200], 26, each, deal)
    for (let from = 201; from <= people; from += 2000) {
      for (const [start, end] of [[from, Math.min(people, from + 1999)]]) {
        const ranges =
          start <= bigPerson && bigPerson <= end
            ? [
                [start, bigPerson - 1],
                [bigPerson + 1, end],
              ]
            : [[start, end]]
        for (const range of ranges) await plantNotifications(client, range, 1, each, deal)
      }
    }
    const { from, to } = bigPersonDeals
    const inTurns = `'deal-' || ${from} + k % ${to - from + 1}`
    await plantNotifications(client, [bigPerson, bigPerson], 1, bigPersonNotifications, inTurns)
    await finish(client)
  })

const idOf = async (client, kind, numbers) => {
  const { rows } = await client.query(
    `SELECT ${id(kind, 'n')} AS id FROM unnest($1::int[]) WITH ORDINALITY numbers (n, place) ORDER BY place`,
    [numbers],
  )
  return rows.map((row) => row.id)
}

/** The members of a planted deal. */
export const peopleOf = (client, deal) => {
  const first = deal === bigDeal ? 201 : (Number(deal.slice(5)) - 1) * peoplePerDeal + 1
  return idOf(
    client,
    'person',
    Array.from({ length: peoplePerDeal }, (_, k) => first + k),
  )
}
export const bigPersonId = async (client) => (await idOf(client, 'person', [bigPerson]))[0]
export { bigDeal }
