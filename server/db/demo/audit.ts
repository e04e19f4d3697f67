import { auditChangeKinds } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';
import type { AuditChange } from '#server/kernel/audit.ts';
import type { DemoDatabase } from './demo-database.ts';

/** Three weeks of log entries by the demo people. Each day always has the same entries; days count back from today, so that the log is recent. */
const days = 21;
const agents = {
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  android: 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
} as const;

/** How often a person signs in, when and from where. Addresses are in the ranges of Kenyan providers. */
type Habit = { readonly who: string; readonly every: number; readonly hour: number; readonly agent: keyof typeof agents; readonly ip: string };
const habits: readonly Habit[] = [
  { who: 'superadmin', every: 3, hour: 8, agent: 'mac', ip: '41.90.64.12' },
  { who: 'admin', every: 1, hour: 8, agent: 'laptop', ip: '41.90.64.18' },
  { who: 'subadmin', every: 2, hour: 9, agent: 'firefox', ip: '197.232.61.40' },
  { who: 'owner', every: 2, hour: 19, agent: 'iphone', ip: '105.163.2.77' },
  { who: 'agent', every: 1, hour: 9, agent: 'laptop', ip: '154.159.237.8' },
  { who: 'dealer', every: 2, hour: 10, agent: 'android', ip: '105.161.14.201' },
  { who: 'staff', every: 1, hour: 7, agent: 'android', ip: '105.163.90.15' },
  { who: 'tenant', every: 4, hour: 20, agent: 'android', ip: '105.160.33.9' },
];

type Row = {
  who: string | null;
  day: number;
  minutes: number;
  kind: keyof typeof auditChangeKinds;
  document: string;
  id?: number | null;
  code?: string | null;
  diff?: AuditChange[];
  reason?: string;
};
const changed = (field: string, old: unknown, now: unknown): AuditChange => ({ field, old, new: now });

/** A number that is always the same for the same day and person. */
const jitter = (day: number, seed: number, below: number) => (day * 37 + seed * 101 + ((day * seed) % 13) * 7) % below;

function visits(): Row[] {
  const rows: Row[] = [];
  for (let day = days; day >= 0; day--) {
    for (const [seed, habit] of habits.entries()) {
      if (day % habit.every !== seed % habit.every) continue;
      const minutes = habit.hour * 60 + jitter(day, seed + 1, 50);
      if ((day + seed * 3) % 9 === 4)
        rows.push({
          who: habit.who,
          day,
          minutes: minutes - 1,
          kind: 'undefined',
          document: 'session',
          reason: 'sign-in refused: wrong e-mail or password',
        });
      rows.push({ who: habit.who, day, minutes, kind: 'add', document: 'session', reason: 'signed in' });
      if ((day + seed) % 3 !== 0)
        rows.push({ who: habit.who, day, minutes: minutes + 35 + jitter(day, seed, 180), kind: 'delete', document: 'session', reason: 'signed out' });
    }
    // An internet scanner tries addresses that do not exist.
    if (day % 6 === 2)
      for (const n of [0, 1, 2])
        rows.push({ who: null, day, minutes: 163 + n, kind: 'undefined', document: 'session', reason: 'sign-in refused: wrong e-mail or password' });
  }
  return rows;
}

type Known = {
  people: Map<string, { id: number; code: string; user_type: number; company_id: number | null; phone: string | null; name: string }>;
  policies: { id: number; slug: string; title: string; user_type: number; status: string; effective_from: string }[];
  roles: { id: number; name: string; company_id: number | null }[];
};

/** Actions between signing in and out, on records that exist in the demo data. */
function deeds({ people, policies, roles }: Known): Row[] {
  const rows: Row[] = [];
  for (const [n, policy] of policies.entries()) {
    const on = { document: 'policies', id: policy.id, code: policy.slug, who: 'admin' } as const;
    const day = days - 1 - (n % 16);
    const facts = [
      changed('effective_from', null, policy.effective_from),
      changed('status', null, 'draft'),
      changed('title', null, policy.title),
      changed('user_type', null, policy.user_type),
      changed('version', null, 1),
    ];
    if (n % 2 === 0) rows.push({ ...on, day, minutes: 560 + n * 3, kind: 'add', diff: facts });
    if (policy.status === 'published')
      rows.push({ ...on, day: day - 1, minutes: 600 + n * 2, kind: 'edit', diff: [changed('status', 'draft', 'published')] });
    if (policy.status === 'published' && n % 4 === 1)
      rows.push({
        ...on,
        who: 'superadmin',
        day: Math.max(0, day - 4),
        minutes: 640 + n,
        kind: 'edit',
        diff: [changed('requires_consent', false, true)],
      });
  }
  const own = (who: string, day: number, minutes: number, diff: AuditChange[]) =>
    rows.push({ who, day, minutes, kind: 'edit', document: 'account', id: people.get(who)?.id ?? null, code: people.get(who)?.code ?? null, diff });
  own('owner', 12, 1155, [changed('phone', '+254722118340', people.get('owner')?.phone ?? null)]);
  own('agent', 9, 600, [changed('name', 'Kevin Kariuki', people.get('agent')?.name ?? null)]);
  own('tenant', 8, 1215, [changed('password', '•••', '•••')]);
  own('staff', 5, 470, [changed('locale', 'en', 'sw')]);
  for (const [n, role] of roles.entries()) {
    const leader = [...people].find(([, p]) => p.company_id === role.company_id && p.user_type !== 6)?.[0];
    if (leader)
      rows.push({
        who: leader,
        day: 18 - n,
        minutes: 1160 + n * 4,
        kind: 'add',
        document: 'staff_roles_and_permissions',
        id: role.id,
        code: role.name,
        diff: [changed('name', null, role.name)],
      });
  }
  return rows;
}

/** Actions by staff of Makao: an impersonation with its reason, and an export. */
function oversight({ people }: Known): Row[] {
  const rows: Row[] = [];
  const tenant = people.get('tenant');
  rows.push({
    who: 'admin',
    day: 6,
    minutes: 690,
    kind: 'add',
    document: 'look',
    id: tenant?.id ?? null,
    code: tenant?.code ?? null,
    reason: 'Ticket 118: the tenant cannot find her policies',
  });
  rows.push({
    who: 'admin',
    day: 6,
    minutes: 697,
    kind: 'delete',
    document: 'look',
    id: tenant?.id ?? null,
    code: tenant?.code ?? null,
  });
  rows.push({
    who: 'superadmin',
    day: 3,
    minutes: 545,
    kind: 'undefined',
    document: 'systemlogs',
    reason: 'exported',
    diff: [changed('rows', null, 214)],
  });
  return rows;
}

export async function fillDemoAuditLog({ db }: DemoDatabase): Promise<void> {
  const persons = await db.selectFrom('person').select(['id', 'code', 'email', 'name', 'phone', 'user_type', 'company_id']).orderBy('id').execute();
  const people: Known['people'] = new Map(persons.map((p) => [p.email?.split('@')[0] ?? '', p]));
  const policies = await db.selectFrom('policy').select(['id', 'slug', 'title', 'user_type', 'status', 'effective_from']).orderBy('id').execute();
  const roles = await db.selectFrom('staff_role').select(['id', 'name', 'company_id']).orderBy('id').execute();
  const today = clock.now();
  // Midnight in Nairobi, which is three hours ahead of UTC all year.
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - 3 * 3_600_000;
  const at = (row: Row) => new Date(midnight - row.day * 86_400_000 + row.minutes * 60_000 + ((row.minutes * 7) % 60) * 1000);
  const rows = [...visits(), ...deeds({ people, policies, roles }), ...oversight({ people, policies, roles })]
    .filter((row) => at(row) < today)
    .sort((a, b) => at(a).getTime() - at(b).getTime());
  await db
    .insertInto('audit_log')
    .values(
      rows.map((row, n) => {
        const person = row.who === null ? null : people.get(row.who);
        const habit = habits.find((h) => h.who === row.who);
        const session = row.document === 'session';
        return {
          at: at(row),
          actor_id: person?.id ?? null,
          actor_type: person?.user_type ?? null,
          company_id: person?.company_id ?? null,
          ip: habit?.ip ?? '185.220.101.34',
          agent: habit ? agents[habit.agent] : 'python-requests/2.32.3',
          request_id: `demo-${String(n + 1).padStart(6, '0')}`,
          kind: auditChangeKinds[row.kind],
          document: row.document,
          record_id: session ? (person?.id ?? null) : (row.id ?? null),
          record_code: session ? (person?.code ?? null) : (row.code ?? null),
          diff: JSON.stringify(row.diff ?? []),
          reason: row.reason ?? null,
        };
      }),
    )
    .execute();
}
