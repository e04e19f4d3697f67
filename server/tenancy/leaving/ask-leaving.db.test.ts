import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { livingService } from '#server/living/service.ts';
import { papers } from '#server/paper/service.ts';
import { told as heard } from '#test/jobs.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { as, asha, at, here, house, leave, livedIn, read, start, tenancyTests, told, who } from '#test/worlds/tenancies.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';

tenancyTests();

const soon = addDays(start, 10);
const ask = (id: number, more: object = {}) =>
  as(here.owner, (ctx) => tenancy.askLeaving(ctx, { id, on: soon, kind: 'mutual', reason: 'work upcountry', ...more }));
/** To what is asked now, or to what was. */
const agree = async (ctx: Ctx, id: number, before = 0) => {
  const { rows } = await sql<{
    version: number | null;
  }>`/* all: a test */ select (leaving_ask ->> 'version')::int as version from tenancy where id = ${id}`.execute(ctx.db);
  return tenancy.agreeLeaving(ctx, { id, version: (rows[0]?.version ?? 0) - before });
};
const stayOf = async (id: number) =>
  (await house.database.db.selectFrom('stay').select('during').where('tenancy_id', '=', id).where('released_at', 'is', null).execute()).map(
    (one) => one.during,
  );

describe('a shorter notice than the lease’s', () => {
  test('waits for the word of who lives there; nothing holds before, and theirs is enough', async () => {
    const { id, unitId } = await livedIn();
    await expect(leave(id, soon)).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const open = await stayOf(id);
    expect(await ask(id)).toMatchObject({ leaving_on: null, stage: 'normal', leaving_ask: { on: soon, kind: 'mutual' }, asks: true });
    expect(await stayOf(id)).toEqual(open);
    expect(await told('tenancy.leaving_asked', id)).toBe(1);
    expect(await told('tenancy.leaving', id)).toBe(0);
    expect((await read(id)).acts).toContain('withdraw_ask');
    const theirs = await read(id, asha);
    expect(theirs.acts).toEqual(expect.arrayContaining(['agree_leaving', 'refuse_leaving']));
    const stranger = await somebody(house, 'tenant');
    for (const by of [here.owner, stranger]) await expect(as(by, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'notFound' });
    // What was read is what is agreed to.
    await expect(as(asha, (ctx) => agree(ctx, id, 1))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await as(asha, (ctx) => agree(ctx, id))).toMatchObject({
      leaving_on: soon,
      stage: 'ending',
      leaving_ask: null,
      leaving: { on: soon, kind: 'mutual', file: null },
    });
    expect(await stayOf(id)).toEqual([`[${start},${addDays(soon, 1)})`]);
    const unit = await house.database.db.selectFrom('unit').select('let_from').where('id', '=', unitId).executeTakeFirstOrThrow();
    expect(unit.let_from).toBe(addDays(soon, 1));
    expect(await told('tenancy.leaving', id)).toBe(2);
    await expect(as(asha, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('is refused, taken back, or lapses once its day has passed; the tenancy goes on', async () => {
    const { id } = await livedIn();
    await ask(id);
    await as(asha, (ctx) => tenancy.refuseLeaving(ctx, { id, reason: 'my children are in school' }));
    expect(await read(id)).toMatchObject({ leaving_ask: null, leaving_on: null, stage: 'normal' });
    expect(await told('tenancy.leaving_off', id)).toBe(2);
    await ask(id);
    await as(here.owner, (ctx) => tenancy.withdrawAsk(ctx, { id }));
    await expect(as(asha, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'conflict' });
    await ask(id);
    await at(soon);
    await jobs.dropAsks(house.database.db);
    expect((await read(id)).leaving_ask).not.toBeNull();
    await at(addDays(soon, 7));
    await expect(as(asha, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'gone' });
    await Promise.all([jobs.dropAsks(house.database.db), jobs.dropAsks(house.database.db)]);
    expect((await read(id)).leaving_ask).toBeNull();
    // Whoever takes it back themselves is not told.
    expect(await told('tenancy.leaving_off', id)).toBe(5);
  });

  test('that both agreed is no landlord’s word where who lives there can answer, whatever paper is brought and however late the day', async () => {
    const { id } = await livedIn();
    const open = await stayOf(id);
    for (const on of [soon, addDays(start, 90)])
      await expect(leave(id, on, { kind: 'mutual', reason: 'both signed' })).rejects.toMatchObject({ failure: 'conflict' });
    // Said to be gone, they have their notice to say that they are not.
    await expect(leave(id, soon, { kind: 'abandoned', reason: 'nobody opens' })).rejects.toMatchObject({
      extra: { fields: { on: expect.stringContaining('31 March 2027') } },
    });
    expect(await read(id)).toMatchObject({ leaving_on: null, leaving: null });
    expect(await stayOf(id)).toEqual(open);
    // Asked instead, it holds once they say yes.
    const late = addDays(start, 90);
    await ask(id, { on: late, kind: 'mutual', reason: 'work upcountry' });
    await as(asha, (ctx) => agree(ctx, id));
    expect(await read(id, asha)).toMatchObject({ leaving_on: late, leaving: { kind: 'mutual', reason: 'work upcountry', file: null } });
    expect(await told('tenancy.leaving_written', id)).toBe(0);
  });

  test('holds with the document where nobody who pays can answer: their number is told by whom, and where to object', async () => {
    const somebodyElse = who();
    const { id } = await livedIn({ people: [{ ...somebodyElse, role: 'lead', shareBp: 10_000 }] });
    expect(await leave(id, soon, { kind: 'mutual', reason: 'both signed' })).toMatchObject({ leaving_on: soon, leaving: { file: 'notice.pdf' } });
    const written = (await heard(house, 'tenancy.leaving_written')).filter(({ to }) => 'phone' in to && to.phone === somebodyElse.somebody.phone);
    expect(written).toMatchObject([{ params: { day: soon, kind: 'mutual', by: expect.any(String), help: expect.stringContaining('@') } }]);
    expect(written[0]?.params.by).not.toBe('');
  });

  test('the document with which leaving was written down opens for who lives there, on the page of the home and among the papers', async () => {
    const { id } = await livedIn();
    await leave(id, addDays(start, 40));
    const [paper] = (await papers(house, ctxOf(house, asha), id)).results;
    expect(paper).toMatchObject({ kind: 'notice', name: 'notice.pdf', standing: 'ok', file: expect.stringContaining('/') });
    const home = await livingService(house).home(ctxOf(house, asha), { tenancy_id: id });
    expect(home.leaving_paper).toMatchObject({ name: 'notice.pdf', file: expect.stringContaining('/') });
    expect(await told('tenancy.leaving_written', id)).toBe(1);
  });

  test('needs the document where nobody who pays can answer; and a day that is one', async () => {
    const { id } = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict' });
    const other = await livedIn();
    await expect(ask(other.id, { on: addDays(start, -1) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    await expect(ask(other.id, { kind: 'mutual', reason: '' })).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
  });
});
