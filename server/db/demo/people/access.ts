import type { Permission } from '#contract/access/documents.ts';
import { defaultGrants } from '#contract/access/grants.ts';
import { getInitialMandateGrants, getMandateGrantCeiling } from '#contract/access/mandate-rights.ts';
import { computeEffectiveGrants } from '#contract/access/permissions.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { type CompanyKind, userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { grantOfferedMandate } from '#server/access/service.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import { hashInvitationKey } from '#server/invitation/keys.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { connectPersonToCompany } from '#server/people/service.ts';
import { demoPassword } from './accounts.ts';

const at = (day: string) => new Date(`${day}T07:00:00Z`);
const soon = (days: number) => new Date(clock.ms() + days * 86_400_000);

const hires = [
  {
    name: 'Faith Chebet Rono',
    email: 'faith@makao.test',
    phone: '+254700100011',
    company: 'Njuguna & Kin Ltd',
    role: 'Accountant',
    job: 'Accounts clerk',
    starts: '2025-02-03',
  },
  {
    name: 'Joseph Mutua Musyoka',
    email: 'mutua@makao.test',
    phone: '+254700100012',
    company: 'Njuguna & Kin Ltd',
    role: 'Letting officer',
    job: 'Lettings, Kilimani and Lavington',
    starts: '2025-06-16',
  },
  {
    name: 'Zainab Hassan Omar',
    email: 'zainab@makao.test',
    phone: '+254700100013',
    company: 'Uzima Letting Agency',
    role: 'Letting officer',
    job: 'Tours, Mombasa',
    starts: '2026-01-12',
  },
  {
    name: 'Rose Nafula Wekesa',
    email: 'accounts@makao.test',
    phone: '+254700100014',
    company: 'Uzima Letting Agency',
    role: 'Accountant',
    job: 'Accountant',
    starts: '2025-09-01',
  },
] as const;

const letting: readonly Permission[] = [
  'dashboard.read',
  'property.read',
  'units.read',
  'units.edit',
  'tours.create',
  'tours.read',
  'tours.edit',
  'booking.create',
  'booking.read',
  'booking.edit',
  'offers.create',
  'offers.read',
  'offers.edit',
  'contacts.create',
  'contacts.read',
  'tenants.read',
  'staff.read',
  'teams.read',
  'notifications.read',
];

const roleIn = async (db: Db, company: number, name: string): Promise<number> =>
  (await db.selectFrom('staff_role').select('id').where('company_id', '=', company).where('name', '=', name).executeTakeFirstOrThrow()).id;
const personId = async (db: Db, email: string): Promise<number> =>
  (await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

type Company = { readonly id: number; readonly name: string; readonly kind: CompanyKind };
/** Roles, staff, teams and invitations of the demo companies, on top of the accounts. */
export async function fillDemoStaff(db: Db, auth: Auth): Promise<void> {
  const companies = await db.selectFrom('company').select(['id', 'name', 'kind']).orderBy('id').execute();
  const idOf = (name: string) => requiredId(companies.find((c) => c.name === name)?.id, name);
  const [njuguna, uzima] = [idOf('Njuguna & Kin Ltd'), idOf('Uzima Letting Agency')];
  await addRoles(db, companies);
  await hireAll(db, auth, idOf);
  await addTeams(db, njuguna);
  await connectAll(db, njuguna, uzima);
  await invite(db, njuguna);
}

async function addRoles(db: Db, companies: readonly Company[]): Promise<void> {
  for (const company of companies) {
    await db
      .insertInto('staff_role')
      .values({
        company_id: company.id,
        name: 'Letting officer',
        description: 'Shows homes and manages bookings',
        grants: [...computeEffectiveGrants(letting, defaultGrants[company.kind])],
      })
      .execute();
  }
  await db.updateTable('staff_role').set({ description: 'Maintains the homes and reports repairs' }).where('name', '=', 'Caretaker').execute();
  await db.updateTable('staff_role').set({ description: 'Invoices, payments and the ledger' }).where('name', '=', 'Accountant').execute();
  await db
    .insertInto('staff_role')
    .values({
      company_id: null,
      audience: 'platform',
      name: 'Verification officer',
      description: 'Verifies properties and handles complaints of a region',
      grants: [
        'dashboard.read',
        'property.read',
        'property.edit',
        'units.read',
        'property_verification.read',
        'property_verification.edit',
        'abuse_reports.read',
        'abuse_reports.edit',
        'owners.read',
        'agents.read',
        'notifications.read',
      ],
    })
    .execute();
}

async function hireAll(db: Db, auth: Auth, idOf: (name: string) => number): Promise<void> {
  for (const hire of hires) {
    const company = idOf(hire.company);
    const id = await addPerson(auth, db, {
      name: hire.name,
      email: hire.email,
      password: demoPassword,
      userType: userTypes.staff,
      phone: hire.phone,
      companyId: company,
      staffRoleId: await roleIn(db, company, hire.role),
    });
    await db.updateTable('person').set({ job_title: hire.job, starts_on: hire.starts }).where('id', '=', id).execute();
  }
}

async function addTeams(db: Db, njuguna: number): Promise<void> {
  const samuel = await personId(db, 'staff@makao.test');
  await db.updateTable('person').set({ job_title: 'Caretaker, Ngong Road flats', starts_on: '2024-09-02' }).where('id', '=', samuel).execute();
  const teams = [
    { name: 'Kilimani houses', lead: samuel, members: [samuel, await personId(db, 'mutua@makao.test')] },
    { name: 'Accounts and billing', lead: await personId(db, 'faith@makao.test'), members: [await personId(db, 'faith@makao.test')] },
  ];
  for (const team of teams) {
    const { id } = await db
      .insertInto('team')
      .values({ company_id: njuguna, name: team.name, lead_id: team.lead })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('team_member')
      .values(team.members.map((person_id) => ({ team_id: id, person_id })))
      .execute();
  }
}

/** The mandates, and the tenants that companies know. */
async function connectAll(db: Db, njuguna: number, uzima: number): Promise<void> {
  await grantOfferedMandate(db, njuguna, uzima, {
    scope: 'full_management',
    ends_on: null,
    commission_bp: 750,
    // The mandate also allows the agent to invoice rent and to manage payments.
    grants: [
      ...getInitialMandateGrants('full_management'),
      ...[...getMandateGrantCeiling('full_management')].filter((grant) => /^(?:invoices|payments)\./.test(grant)),
    ],
    properties: null,
  });
  await connectPersonToCompany(db, njuguna, await personId(db, 'agent@makao.test'));
  await connectPersonToCompany(db, uzima, await personId(db, 'owner@makao.test'));
  // The dealer recruited both companies.
  const dealer = await db.selectFrom('person').select('company_id').where('email', '=', 'dealer@makao.test').executeTakeFirst();
  for (const email of ['agent@makao.test', 'owner@makao.test'])
    if (dealer?.company_id) await connectPersonToCompany(db, dealer.company_id, await personId(db, email));
}

async function invite(db: Db, njuguna: number): Promise<void> {
  const from = { inviter_id: await personId(db, 'owner@makao.test'), company_id: njuguna };
  await db
    .insertInto('invitation')
    .values([
      ...(await waitingInvitations(db, from)),
      ...(await pastInvitations(db, from)),
      {
        ...from,
        kind: 'tenant',
        source: 'code',
        status: 'pending',
        email: null,
        short_code: 'NGNG-7K4M',
        max_uses: 24,
        message: 'Ngong Road flats: join to see your invoices and request repairs.',
        expires_at: soon(9),
        created_at: soon(-1),
      },
    ])
    .execute();
  const brian = await personId(db, 'admin@makao.test');
  await db
    .insertInto('invitation')
    .values({
      inviter_id: brian,
      kind: 'dealer',
      email: 'field@kisumu-partners.example',
      expires_at: soon(6),
      sends: 1,
      key_hash: hashInvitationKey('key without a holder: dealer'),
      created_at: soon(-4),
    })
    .execute();
}

type From = { readonly inviter_id: number; readonly company_id: number };
const waitingInvitations = async (db: Db, from: From) =>
  [
    {
      ...from,
      kind: 'staff',
      status: 'pending',
      email: 'lilian.atieno@example.co.ke',
      role_id: await roleIn(db, from.company_id, 'Caretaker'),
      message: 'Karibu Lilian. You will start with the Ngong Road flats.',
      expires_at: soon(8),
      sends: 1,
      key_hash: hashInvitationKey('key without a holder: lilian'),
      created_at: soon(-2),
    },
    {
      ...from,
      kind: 'tenant',
      status: 'pending',
      email: null,
      phone: '+254711223344',
      expires_at: soon(5),
      sends: 2,
      key_hash: hashInvitationKey('key without a holder: tenant'),
      created_at: soon(-5),
    },
  ] as const;
const pastInvitations = async (db: Db, from: From) =>
  [
    {
      ...from,
      kind: 'staff',
      status: 'accepted',
      email: 'faith@makao.test',
      role_id: await roleIn(db, from.company_id, 'Accountant'),
      expires_at: at('2025-02-10'),
      sends: 1,
      accepted_by: await personId(db, 'faith@makao.test'),
      accepted_at: at('2025-02-01'),
      created_at: at('2025-01-31'),
    },
    {
      ...from,
      kind: 'agent',
      status: 'accepted',
      email: 'agent@makao.test',
      expires_at: at('2025-03-20'),
      sends: 1,
      accepted_by: await personId(db, 'agent@makao.test'),
      accepted_at: at('2025-03-12'),
      created_at: at('2025-03-10'),
    },
    {
      ...from,
      kind: 'staff',
      status: 'revoked',
      email: 'peter.kamau@example.co.ke',
      role_id: await roleIn(db, from.company_id, 'Accountant'),
      expires_at: at('2025-01-30'),
      sends: 1,
      created_at: at('2025-01-20'),
    },
    {
      ...from,
      kind: 'agent',
      status: 'closed',
      email: 'info@pwani-homes.example',
      expires_at: at('2025-08-11'),
      sends: 3,
      created_at: at('2025-08-01'),
    },
  ] as const;
