import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { property as publicProperty } from '#server/search/detail.ts';
import { freshHouse, type House } from '#test/db.ts';
import { aProperty, checksBy, seenOnSite } from '#test/examples/examples-property.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';
import * as unit from '../unit/service.ts';
import * as property from './service.ts';
import { evidence } from './verification-checks.ts';

let house: House;
let owner: Somebody;
let admin: Somebody;
let other: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  [owner, admin, other] = [await somebody(house, 'owner'), await somebody(house, 'admin'), await somebody(house, 'admin')];
});
const waiting = () => aProperty(house, { company_id: owner.me.companyId ?? 0, status: 'pending_verification' });
type Checks = Parameters<typeof property.verify>[1]['checks'];
const verify = (who: Somebody, id: number, checks: Checks, move: 'verify' | 'reject' = 'verify', note = '') =>
  inTransaction(house, who, (ctx) => property.verify(ctx, { id, move, note, checks }));
const refused = (failure: string, extra: object = {}) => expect.objectContaining({ failure, ...extra });

test('nothing is verified by one click: existence, authority and units were looked at, and something shows each', async () => {
  const { id } = await waiting();
  for (const checks of [[], seenOnSite.slice(1), seenOnSite.map((one) => ({ ...one, note: '' })), [...seenOnSite, ...seenOnSite.slice(0, 1)]])
    await expect(verify(admin, id, checks)).rejects.toEqual(refused('invalid', { extra: { fields: { checks: expect.any(String) } } }));
  const done = await verify(admin, id, checksBy('papers'));
  expect(done.status).toBe('verified');
  expect(done.verification_checks.map(({ what, way }) => [what, way])).toEqual([
    ['exists', 'papers'],
    ['authority', 'papers'],
    ['units', 'papers'],
  ]);
});

test('whoever made or changed it does not verify it, nor turn it down; freezing it is no change; somebody else may', async () => {
  const { id } = await waiting();
  await inTransaction(house, admin, (ctx) => property.update(ctx, { id, name: 'Another name' }));
  await expect(verify(admin, id, seenOnSite)).rejects.toEqual(refused('forbidden', { message: expect.stringContaining('made or changed') }));
  await expect(verify(admin, id, [], 'reject', 'No such plot')).rejects.toEqual(refused('forbidden'));
  await inTransaction(house, other, (ctx) => property.stall(ctx, { id, stalled: true, reason: 'Two owners' }));
  await inTransaction(house, other, (ctx) => property.stall(ctx, { id, stalled: false, reason: 'Settled' }));
  expect((await verify(other, id, seenOnSite)).status).toBe('verified');
  const made = await waiting();
  await house.database.db.updateTable('property').set({ created_by: other.id }).where('id', '=', made.id).execute();
  await expect(verify(other, made.id, seenOnSite)).rejects.toEqual(refused('forbidden'));
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
    'brought its units in from a file',
    (ctx, property_id) =>
      unit.importUnits(ctx, { property_id, file_name: 'roll.csv', csv: 'B7,bedsitter', columns: ['name', 'unit_type'], headed: false }),
  ],
  [
    'set what all its units cost',
    (ctx, property_id) => unit.setTerms(ctx, { property_id, unit_type_id: null, everybody: false, rent_cents: cents(1_500_000) }),
  ],
  [
    'set what all its units cost, whatever they said themselves',
    (ctx, property_id) => unit.setTerms(ctx, { property_id, unit_type_id: null, everybody: true, rent_cents: cents(1_500_000) }),
  ],
];
test.each(worked)('whoever %s does not verify it', async (_, work) => {
  const { id } = await waiting();
  await inTransaction(house, admin, (ctx) => work(ctx, id));
  await expect(verify(admin, id, seenOnSite)).rejects.toEqual(refused('forbidden'));
  expect((await verify(other, id, seenOnSite)).status).toBe('verified');
});

test('to have looked whether a file would do is no work on the property', async () => {
  const { id } = await waiting();
  const file = { property_id: id, csv: 'B7,bedsitter', columns: ['name' as const, 'unit_type' as const], headed: false };
  await inTransaction(house, admin, (ctx) => unit.importCheck(ctx, file));
  expect((await verify(admin, id, seenOnSite)).status).toBe('verified');
});

test('to have turned it down keeps nobody from verifying it once it is mended', async () => {
  const { id } = await waiting();
  await verify(admin, id, [], 'reject', 'No such plot');
  await inTransaction(house, owner, (ctx) => property.request(ctx, { id, note: '' }));
  expect((await verify(admin, id, seenOnSite)).status).toBe('verified');
});

test('a file is evidence when whoever verifies brought it; another’s is not', async () => {
  const { id } = await waiting();
  const bring = (who: Somebody) =>
    inTransaction(house, who, (ctx) =>
      evidence(house)(ctx, { id, file: { data: new Uint8Array(Buffer.from('%PDF-1.4\n')), type: 'pdf', name: 'title.pdf' } }),
    );
  const mine = (await bring(admin)).file_id;
  const theirs = (await bring(other)).file_id;
  const shown = (file_id: number) => seenOnSite.map((one) => ({ ...one, note: '', file_id }));
  await expect(verify(admin, id, shown(theirs))).rejects.toEqual(refused('invalid'));
  await expect(bring(owner)).rejects.toEqual(refused('forbidden'));
  const done = await verify(admin, id, shown(mine));
  expect(done.verification_checks[0]?.file).toMatch(/^\/media\//);
  await expect(bring(other)).rejects.toEqual(refused('wrongState'));
});

test('strangers read what was checked and how, of the last verification; notes and files stay inside', async () => {
  const at = await place(house);
  await addListing(house, at, {});
  const { db } = house.database;
  await db.updateTable('property').set({ status: 'pending_verification' }).where('id', '=', at.property).execute();
  await verify(admin, at.property, [{ what: 'exists', way: 'site', note: 'SECRET NOTE', file_id: null }, ...checksBy('papers').slice(1)]);
  const { text } = await publicProperty(house.database.pool, { id: at.property });
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
