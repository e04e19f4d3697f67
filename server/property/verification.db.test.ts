import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { readProperty } from '#server/search/detail.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { buildVerificationChecks, createExampleProperty, onSiteVerificationChecks } from '#test/examples/examples-property.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from '../unit/service.ts';
import * as property from './service.ts';
import { uploadVerificationEvidence } from './verification-checks.ts';

let services: TestServices;
let owner: TestPerson;
let admin: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  [owner, admin, other] = [await createPerson(services, 'owner'), await createPerson(services, 'admin'), await createPerson(services, 'admin')];
});
const waiting = () => createExampleProperty(services, { company_id: owner.me.companyId ?? 0, status: 'pending_verification' });
type Checks = Parameters<typeof property.verify>[1]['checks'];
const verify = (who: TestPerson, id: number, checks: Checks, move: 'verify' | 'reject' = 'verify', note = '') =>
  runAsPerson(services, who, (ctx) => property.verify(ctx, { id, move, note, checks }));
const refused = (failure: string, extra: object = {}) => expect.objectContaining({ failure, ...extra });

test('property verification: existence, authority and units each need a check with evidence', async () => {
  const { id } = await waiting();
  for (const checks of [
    [],
    onSiteVerificationChecks.slice(1),
    onSiteVerificationChecks.map((one) => ({ ...one, note: '' })),
    [...onSiteVerificationChecks, ...onSiteVerificationChecks.slice(0, 1)],
  ])
    await expect(verify(admin, id, checks)).rejects.toEqual(refused('invalid', { extra: { fields: { checks: expect.any(String) } } }));
  const done = await verify(admin, id, buildVerificationChecks('papers'));
  expect(done.status).toBe('verified');
  expect(done.verification_checks.map(({ what, way }) => [what, way])).toEqual([
    ['exists', 'papers'],
    ['authority', 'papers'],
    ['units', 'papers'],
  ]);
});

test('property verification: is refused to people who created or changed the property, and freezing does not count as a change', async () => {
  const { id } = await waiting();
  await runAsPerson(services, admin, (ctx) => property.update(ctx, { id, name: 'Another name' }));
  await expect(verify(admin, id, onSiteVerificationChecks)).rejects.toEqual(
    refused('forbidden', { message: expect.stringContaining('created or changed') }),
  );
  await expect(verify(admin, id, [], 'reject', 'No such plot')).rejects.toEqual(refused('forbidden'));
  await runAsPerson(services, other, (ctx) => property.setFrozen(ctx, { id, stalled: true, reason: 'Two owners' }));
  await runAsPerson(services, other, (ctx) => property.setFrozen(ctx, { id, stalled: false, reason: 'Settled' }));
  expect((await verify(other, id, onSiteVerificationChecks)).status).toBe('verified');
  const made = await waiting();
  await services.database.db.updateTable('property').set({ created_by: other.id }).where('id', '=', made.id).execute();
  await expect(verify(other, made.id, onSiteVerificationChecks)).rejects.toEqual(refused('forbidden'));
});

const worked: readonly [string, (ctx: Ctx, id: number) => Promise<unknown>][] = [
  [
    'changed one of its units',
    async (ctx, property_id) => {
      const row = await from(ctx, 'unit').select('id').where('property_id', '=', property_id).executeTakeFirstOrThrow();
      return unit.update(ctx, { id: row.id, notes: 'Painted' });
    },
  ],
  [
    'imported its units from a file',
    (ctx, property_id) =>
      unit.importUnits(ctx, { property_id, file_name: 'roll.csv', csv: 'B7,bedsitter', columns: ['name', 'unit_type'], headed: false }),
  ],
  [
    'set the rent of all its units',
    (ctx, property_id) => unit.setTerms(ctx, { property_id, unit_type_id: null, everybody: false, rent_cents: toCents(1_500_000) }),
  ],
  [
    'set the rent of all its units, including units with their own rent',
    (ctx, property_id) => unit.setTerms(ctx, { property_id, unit_type_id: null, everybody: true, rent_cents: toCents(1_500_000) }),
  ],
];
test.each(worked)('property verification: is refused for a person who %s', async (_, work) => {
  const { id } = await waiting();
  await runAsPerson(services, admin, (ctx) => work(ctx, id));
  await expect(verify(admin, id, onSiteVerificationChecks)).rejects.toEqual(refused('forbidden'));
  expect((await verify(other, id, onSiteVerificationChecks)).status).toBe('verified');
});

test('property verification: a dry run of an import does not count as a change', async () => {
  const { id } = await waiting();
  const file = { property_id: id, csv: 'B7,bedsitter', columns: ['name' as const, 'unit_type' as const], headed: false };
  await runAsPerson(services, admin, (ctx) => unit.importCheck(ctx, file));
  expect((await verify(admin, id, onSiteVerificationChecks)).status).toBe('verified');
});

test('property verification: is allowed after a correction for the person who rejected the property', async () => {
  const { id } = await waiting();
  await verify(admin, id, [], 'reject', 'No such plot');
  await runAsPerson(services, owner, (ctx) => property.requestVerification(ctx, { id, note: '' }));
  expect((await verify(admin, id, onSiteVerificationChecks)).status).toBe('verified');
});

test('property verification: evidence files must be uploaded by the verifier', async () => {
  const { id } = await waiting();
  const bring = (who: TestPerson) =>
    runAsPerson(services, who, (ctx) =>
      uploadVerificationEvidence(services)(ctx, { id, file: { data: new Uint8Array(Buffer.from('%PDF-1.4\n')), type: 'pdf', name: 'title.pdf' } }),
    );
  const mine = (await bring(admin)).file_id;
  const theirs = (await bring(other)).file_id;
  const shown = (file_id: number) => onSiteVerificationChecks.map((one) => ({ ...one, note: '', file_id }));
  await expect(verify(admin, id, shown(theirs))).rejects.toEqual(refused('invalid'));
  await expect(bring(owner)).rejects.toEqual(refused('forbidden'));
  const done = await verify(admin, id, shown(mine));
  expect(done.verification_checks[0]?.file).toMatch(/^\/media\//);
  await expect(bring(other)).rejects.toEqual(refused('wrongState'));
});

test('property verification: signed-out visitors see checks and methods of the last verification, without notes and files', async () => {
  const at = await createOwnerWithUnit(services);
  await addListing(services, at, {});
  const { db } = services.database;
  await db.updateTable('property').set({ status: 'pending_verification' }).where('id', '=', at.property).execute();
  await verify(admin, at.property, [
    { what: 'exists', way: 'site', note: 'SECRET NOTE', file_id: null },
    ...buildVerificationChecks('papers').slice(1),
  ]);
  const { text } = await readProperty(services.database.pool, { id: at.property });
  const said = (JSON.parse(text) as { verification: { by: string; checks: unknown } }).verification;
  expect(said).toMatchObject({
    by: expect.any(String),
    checks: [
      { what: 'exists', way: 'site' },
      { what: 'authority', way: 'papers' },
      { what: 'units', way: 'papers' },
    ],
  });
  expect(text).not.toContain('SECRET NOTE');
});
