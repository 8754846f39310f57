// Inserts comments, documents, passages, facts, metrics and sections of many organizations directly into the database,
// and their entries of the search as the triggers write them, without the triggers: one statement per table.

const id = (kind, n) => `md5('${kind} ' || ${n})::uuid`

const bigOrgDeals = 10_000
const memberDeals = 500
const orgs = 100

/** The entries of a table, with the expressions of its `search_put_…` function. */
const index = (client, kind, { from, ref, at, text, tokens = "'{}'::text[]" }) =>
  client.query(
    `INSERT INTO search_entries (deal_id, org_id, kind, ref, at, words)
     SELECT t.deal_id, d.org_id, '${kind}', ${ref}, ${at},
       array_to_tsvector(array_remove(ARRAY[' d' || md5(d.id), ' o' || md5(d.org_id::text)] || ${tokens}, NULL))
         || to_tsvector('simple', search_folded(${text}))
     FROM ${from} t JOIN deals d ON d.id = t.deal_id`,
  )

const indexAll = async (client) => {
  const { rows } = await client.query(
    "SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'search_entries' AND indexname NOT LIKE '%_pk'",
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await index(client, 'deal', {
    from: '(SELECT *, id AS deal_id FROM deals)',
    ref: "''",
    at: 't.updated_at',
    text: 't.name',
  })
  await index(client, 'metric', {
    from: 'deal_metrics',
    ref: 't.metric_key',
    at: 't.updated_at',
    text: "t.label || ' ' || t.metric_key",
    tokens: "ARRAY[' m' || t.metric_key]",
  })
  await index(client, 'section', {
    from: 'sections',
    ref: 't.section_key',
    at: 't.updated_at',
    text: "t.title || ' ' || search_plain(t.content)",
  })
  await index(client, 'document', { from: 'documents', ref: 't.id::text', at: 't.created_at', text: 't.file_name' })
  const dated = (table) => `(SELECT p.*, f.created_at FROM ${table} p JOIN documents f ON f.id = p.document_id)`
  await index(client, 'document', {
    from: dated('passages'),
    ref: "t.document_id || ' ' || t.position",
    at: 't.created_at',
    text: 't.content',
  })
  await index(client, 'fact', {
    from: dated('document_facts'),
    ref: "t.document_id || ' ' || t.position",
    at: 't.created_at',
    text: "t.term || ' ' || t.quote",
    tokens: "ARRAY[' m' || t.metric_key]",
  })
  await index(client, 'comment', { from: 'comments', ref: 't.id::text', at: 't.created_at', text: 't.content' })
  for (const { made } of rows) await client.query(made)
}

const bigOrg = id('org', 0)
const orgOf = (n) => `CASE WHEN ${n} <= ${bigOrgDeals} THEN ${bigOrg} ELSE ${id('org', `(1 + ${n} % ${orgs})`)} END`

export const plant = async (client, { comments, documents }) => {
  const run = (text) => client.query(text)
  await run('SET session_replication_role = replica')
  await run('SET synchronous_commit = off')
  await run("SET maintenance_work_mem = '512MB'")
  // A twentieth of the comments is on one deal. Deals 1 … 10,000 are of one organization, with 3 in 10 of the others;
  // the other deals have 100 comments each.
  const rest = comments - comments / 20
  const inBig = Math.round(rest * 0.3)
  const others = Math.max(1, Math.round((rest - inBig) / 100))
  const deals = bigOrgDeals + others
  await run(`INSERT INTO orgs (id, name, slug, status, settings, created_at, updated_at)
    SELECT ${id('org', 'n')}, 'Org ' || n, 'org-' || n, 'active', '{}', now(), now() FROM generate_series(0, ${orgs}) n`)
  await run(`INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
    SELECT ${id('person', 'n')}, 'Person ' || n, 'active', gen_random_uuid(), '{"mentions":false}', now(), now() FROM generate_series(1, 1000) n`)
  await run(`INSERT INTO deals (id, org_id, name, tier, status, created_at, updated_at)
    SELECT 'deal-' || n, ${orgOf('n')}, 'Harbor Deal ' || n, 'legacy', 'open', now() - n * interval '1 minute', now() - n * interval '1 minute'
    FROM generate_series(1, ${deals}) n`)
  await run(`INSERT INTO deals (id, org_id, name, tier, status, created_at, updated_at)
    SELECT name, ${id('org', 5)}, 'Deal ' || name, 'legacy', 'open', now(), now() FROM unnest(ARRAY['small-1', 'small-2', 'huge']) name`)
  await run(
    `INSERT INTO org_members (org_id, user_id, role, created_at) VALUES (${bigOrg}, ${id('person', 1)}, 'owner', now()), (${bigOrg}, ${id('person', 2)}, 'member', now()), (${id('org', 5)}, ${id('person', 3)}, 'member', now())`,
  )
  await run(`INSERT INTO deal_members (deal_id, user_id, role, created_at)
    SELECT 'deal-' || n * ${bigOrgDeals / memberDeals}, ${id('person', 2)}, 'editor', now() FROM generate_series(1, ${memberDeals}) n
    UNION ALL SELECT name, ${id('person', 3)}, 'editor', now() FROM unnest(ARRAY['small-1', 'small-2', 'huge']) name`)
  const plantComments = (from, to, deal) =>
    run(`INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status, mentioned, version, reply_count)
      SELECT ${id('comment', 'n')}, ${deal}, 'comment', ${id('person', '(1 + n % 1000)')},
        'Where does figure ' || n || ' come from, and does the vacancy of unit ' || n % 977 || ' hold? See term' || n::bigint * 7919 % 20011
          || ', clause' || n::bigint * 104729 % 7001 || CASE WHEN n % 100000 = 77 THEN ' platypus' ELSE '' END
          || CASE WHEN n % ${comments} < ${comments / 2} THEN ' oldest' ELSE ' newest' END,
        'open', at, at, 'none', '{}', 1, 0
      FROM (SELECT n, date_trunc('milliseconds', now() - interval '300 days' + n * interval '20 seconds') AS at FROM generate_series(${from}::int, ${to}) n) numbers`)
  await plantComments(1, inBig, `'deal-' || 1 + n % ${bigOrgDeals}`)
  await plantComments(inBig + 1, rest, `'deal-' || ${bigOrgDeals} + 1 + n % ${others}`)
  await plantComments(rest + 1, comments, "'huge'")
  await plantComments(comments + 1, comments + 200, "'small-' || 1 + n % 2")
  await run(`INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
    SELECT ${id('document', 'n')}, 'deal-' || 1 + n % ${deals}, 'Offering Memorandum ' || n || '.pdf', 'pdf', 1, repeat('a', 64), 'indexed', ${id('person', 1)}, at, at
    FROM (SELECT n, now() - n * interval '30 seconds' AS at FROM generate_series(1, ${documents}) n) numbers`)
  await run(`INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
    SELECT gen_random_uuid(), name, 'Memorandum.pdf', 'pdf', 1, repeat('a', 64), 'indexed', ${id('person', 1)}, now(), now() FROM unnest(ARRAY['small-1', 'small-2', 'huge']) name`)
  await run(
    "INSERT INTO vector_namespaces (deal_id, embedding_model, dimension, documents, passages, created_at, updated_at) SELECT DISTINCT deal_id, 'words', 0, 1, 5, now(), now() FROM documents",
  )
  await run(`INSERT INTO passages (deal_id, document_id, position, page, content, vector)
    SELECT f.deal_id, f.id, k, k + 1, 'Section ' || k || ' of the lease states the base rent of term' || (hashtext(f.id::text || k) & 16383)
      || ' per square foot, the recoveries of operating expenses, and the vacancy that the landlord assumes; the tenant may renew for clause'
      || (hashtext(k || f.id::text) & 8191) || ' years at the market rent then prevailing in the submarket of harbor' || (hashtext(f.id::text) & 1023) || '.', ''
    FROM documents f, generate_series(0, 4) k`)
  await run(`INSERT INTO document_facts (deal_id, document_id, position, metric_key, term, value, unit, quote, place, confidence, tolerance, origin)
    SELECT deal_id, id, 0, CASE WHEN hashtext(id::text) % 5 = 0 THEN 'levered_irr_pct' END, 'levered IRR', 14, 'percentage_points', 'a levered IRR of 14 %', '{"page":1,"from":0,"to":5}', 0.9, 0, 'text' FROM documents`)
  await run(`INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, kind, position, version, updated_at)
    SELECT d.id, key, label, 'percentage_points', 14, 'input', place, 1, d.updated_at FROM deals d, unnest(
      ARRAY['levered_irr_pct', 'noi', 'exit_cap_rate_pct', 'vacancy_pct', 'unit_count', 'purchase_price', 'dscr', 'ltv_pct', 'equity_multiple', 'rent_growth_pct'],
      ARRAY['Levered IRR', 'Net Operating Income', 'Exit Cap Rate', 'Vacancy', 'Units', 'Purchase Price', 'DSCR', 'Loan to Value', 'Equity Multiple', 'Rent Growth']) WITH ORDINALITY m (key, label, place)`)
  await run(`INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
    SELECT d.id, 'section-' || k, 'Section ' || k, repeat('The rent roll of ' || d.name || ' shows a vacancy of ' || k || ' percent against the market. ', 12), 1, k, '{}', false, 0, d.updated_at
    FROM deals d, generate_series(1, 5) k`)
  await indexAll(client)
  await run('RESET session_replication_role')
  await run('VACUUM ANALYZE')
}

/** The ids of the people who search. */
export const people = async (client) =>
  (await client.query(`SELECT ${id('person', 1)} AS owner, ${id('person', 2)} AS many, ${id('person', 3)} AS few`))
    .rows[0]
