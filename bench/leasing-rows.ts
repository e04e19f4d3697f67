import pg from 'pg';

/** Creates hundreds of thousands of tenancies inside the database: a home, a tenant, a booking and a tenancy each, over a hundred companies. */
export async function insertLeasingRows(url: string, at: { readonly property: number; readonly unit: number }, tenancies: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("set local makao.cards = 'off'");
    await client.query("set local session_replication_role = 'replica'");
    for (const text of steps(at, tenancies)) await client.query(text);
    await client.query('commit');
    await client.query('vacuum (analyze) company, property, unit, person, tenant, booking, tenancy, tenancy_person, tenancy_term, stay');
  } finally {
    await client.end();
  }
}

const bill = JSON.stringify({ due_cents: 9_000_000, month_cents: 4_500_000, due: [], monthly: [], promotion: null, price_cents: 4_500_000 });
const steps = (at: { readonly property: number; readonly unit: number }, n: number): string[] => [
  "insert into company (kind, name) select 'owner', 'Scale lets ' || g from generate_series(1, 99) g",
  `insert into property (slug, company_id, name, property_type_id, category_id, location_id, region, lat, lng, status)
    select 'scale-' || c.id || '-' || g, c.id, 'Court ' || c.id || '/' || g, p.property_type_id, p.category_id, p.location_id, p.region, p.lat, p.lng, 'verified'
    from property p, company c, generate_series(1, 4) g where p.id = ${at.property} and (c.name like 'Scale lets %' or c.id = p.company_id)`,
  "insert into person (name, email, user_type) select 'Person ' || g, 'scale' || g || '@makao.test', (select max(user_type) from person) from generate_series(1, 2000) g",
  `create temp table home on commit drop as select g as n, p.id as property_id, p.company_id from generate_series(1, ${n}) g
    join (select id, company_id, row_number() over (order by slug) - 1 as at from property where slug like 'scale-%') p on p.at = g % 400`,
  `insert into unit (property_id, slug, name, unit_type_id, rent_cents, status)
    select property_id, 'scale-' || n, 'A' || n, (select unit_type_id from unit where id = ${at.unit}), 4500000, case n % 25 when 0 then 'ordered' when 1 then 'vacant' else 'occupied' end from home`,
  "alter table home add unit_id bigint; update home set unit_id = unit.id from unit where unit.slug = 'scale-' || home.n",
  "insert into tenant (company_id, name, status) select company_id, 'Tenant ' || n, 'current' from home",
  "alter table home add tenant_id bigint; update home set tenant_id = tenant.id from tenant where tenant.name = 'Tenant ' || home.n",
  `insert into booking (company_id, property_id, unit_id, tenant_id, person_id, status, stage, starts_on, term_months, bill, decide_by, created_at)
    select company_id, property_id, unit_id, tenant_id, (select min(id) from person where email like 'scale%') + n % 2000,
      case when n % 10 = 3 then 'await_screening' when n % 7 = 1 then 'declined' when n % 19 = 1 then 'canceled' else 'closed' end, 'screening',
      app.today() - (n % 700)::int, 12, '${bill}', case when n % 10 = 3 then app.now() + make_interval(mins => n % 4000) end, app.now() - make_interval(hours => n % 16000) from home`,
  `insert into tenancy (company_id, property_id, unit_id, listing_type, status, starts_on, ends_on)
    select company_id, property_id, unit_id, 0, case n % 25 when 0 then 'pending' when 1 then 'terminate' when 2 then 'expired' else 'active' end,
      app.today() + case when n % 25 = 0 then 10 else -(n % 340)::int end, app.today() + case when n % 25 = 2 then -(n % 20)::int - 1 else 20 + (n % 500)::int end from home
    where n % 25 <> 2 or n % 340 > 25`,
  `insert into tenancy_person (tenancy_id, tenant_id, role, share_bp, since)
    select t.id, h.tenant_id, 'lead', 10000, t.starts_on from tenancy t join home h on h.unit_id = t.unit_id`,
  `insert into tenancy_term (tenancy_id, during, rent_cents, why) select t.id, daterange(t.starts_on, t.ends_on, '[]'), 4500000, 'start'
    from tenancy t join home h on h.unit_id = t.unit_id`,
  `insert into stay (company_id, property_id, unit_id, tenancy_id, during) select t.company_id, t.property_id, t.unit_id, t.id, daterange(t.starts_on, null)
    from tenancy t join home h on h.unit_id = t.unit_id where t.status <> 'terminate'`,
];

/** Creates as many screened applicants, who only need a decision: all for one home, or each for a home of their own. */
export async function insertScreenedApplicants(pool: pg.Pool, property: number, count: number, oneHome: boolean): Promise<number[]> {
  const mark = `${oneHome ? 'one' : 'own'}-${performance.now()}`;
  await pool.query(
    `insert into unit (property_id, slug, name, unit_type_id, rent_cents) select $1, $2 || g, 'C' || $2 || g, (select max(unit_type_id) from unit), 4500000 from generate_series(1, $3::int) g`,
    [property, mark, oneHome ? 1 : count],
  );
  await pool.query(
    'insert into tenant (company_id, name) select p.company_id, $2 || g from property p, generate_series(1, $3::int) g where p.id = $1',
    [property, mark, count],
  );
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into booking (company_id, property_id, unit_id, tenant_id, person_id, starts_on, term_months, bill, decide_by)
      select t.company_id, $1, u.id, t.id, (select min(id) from person where email like 'scale%') + row_number() over (order by t.id), app.today() + 7, 12, '${bill}', app.now() + interval '3 days'
      from tenant t join unit u on u.slug = $2 || case when $3::bool then '1' else substr(t.name, length($2) + 1) end where t.name like $2 || '%' returning id),
    looked as (insert into screening_check (booking_id, what, outcome) select id, what, 'pass' from made, unnest(array['identity', 'income']) what)
    select id from made`,
    [property, mark, oneHome],
  );
  return rows.map((row) => Number(row.id));
}
