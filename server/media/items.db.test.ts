import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaLimits } from '#contract/media/limits.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { itemOf, photo, propertyOf } from '#test/examples/examples-media.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as items from './items.ts';
import { ownerOf } from './owner.ts';
import { place, redraws } from './place.ts';
import { doubtsAbout } from './service.ts';
import { settle } from './similar.ts';

let house: House;
let owner: Somebody;
let other: Somebody;
let admin: Somebody;

beforeAll(async () => {
  house = await freshHouse();
  owner = await somebody(house, 'owner');
  other = await somebody(house, 'owner');
  admin = await somebody(house, 'admin');
});

const homeOf = (who: Somebody) => propertyOf(house, who.me.companyId ?? 0);
const act = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>, who = owner) => inTransaction(house, who, work);
const put = (who: Somebody, property_id: number, data: Buffer, replaces: number | null = null) =>
  act(
    async (ctx) => place(house, ctx, await ownerOf(ctx, { property_id }), { file: { data, type: 'png', name: 'a.png' }, mediaType: 0, replaces }),
    who,
  );
const listed = async (named: { property_id?: number; unit_id?: number }) => (await items.all(ctxOf(house, owner), named)).results;
const covers = async (named: { property_id?: number; unit_id?: number }) =>
  (await listed(named)).filter((item) => item.is_cover).map((item) => item.id);

describe('cover and order', () => {
  test('while there is an image there is exactly one cover, whatever is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('add', 'remove', 'cover', 'reverse'), fc.nat(5)), { maxLength: 12 }), async (steps) => {
        const { property_id } = await homeOf(owner);
        for (const [step, n] of steps) {
          const ids = (await listed({ property_id })).map((item) => item.id);
          const id = ids[n % (ids.length || 1)];
          if (step === 'add') await put(owner, property_id, await photo(n).png().toBuffer());
          else if (id === undefined) continue;
          else if (step === 'remove') await act((ctx) => items.remove(ctx, { id }));
          else if (step === 'cover') expect((await act((ctx) => items.cover(ctx, { id }))).is_cover).toBe(true);
          else await act((ctx) => items.order(ctx, { property_id, media_type: 0, ids: ids.reverse() }));
          const left = await listed({ property_id });
          expect(left.filter((item) => item.is_cover)).toHaveLength(left.length > 0 ? 1 : 0);
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  test('two at the same moment: one cover; the first of those left follows a cover that goes', async () => {
    const { property_id } = await homeOf(owner);
    await Promise.all([1, 2, 3].map(async (n) => put(owner, property_id, await photo(n).png().toBuffer())));
    const ids = (await listed({ property_id })).map((item) => item.id);
    expect(ids).toHaveLength(3);
    await Promise.all(ids.map((id) => act((ctx) => items.cover(ctx, { id }))));
    const [cover = 0] = await covers({ property_id });
    expect(await covers({ property_id })).toHaveLength(1);
    await act((ctx) => items.remove(ctx, { id: cover }));
    expect(await covers({ property_id })).toEqual([ids.filter((id) => id !== cover)[0]]);
  });

  test('a property and its unit have a cover each; only an image can be one', async () => {
    const { property_id, unit_id } = await homeOf(owner);
    const own = await itemOf(house, property_id);
    const plan = await itemOf(house, property_id, { media_type: 3 });
    const inside = await itemOf(house, property_id, { unit_id });
    for (const id of [own, inside]) await act((ctx) => items.cover(ctx, { id }));
    expect([await covers({ property_id }), await covers({ unit_id })]).toEqual([[own], [inside]]);
    await expect(act((ctx) => items.cover(ctx, { id: plan }))).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('an order that is not about what is there now is refused with what is', async () => {
    const { property_id } = await homeOf(owner);
    const ids = [await itemOf(house, property_id), await itemOf(house, property_id), await itemOf(house, property_id)];
    const turned = [...ids].reverse();
    expect((await act((ctx) => items.order(ctx, { property_id, media_type: 0, ids: turned }))).results.map((item) => item.id)).toEqual(turned);
    for (const wrong of [ids.slice(1), [...ids, 1], [ids[0] ?? 0, ids[0] ?? 0, ids[1] ?? 0]])
      await expect(act((ctx) => items.order(ctx, { property_id, media_type: 0, ids: wrong }))).rejects.toMatchObject({
        failure: 'conflict',
        extra: { current: { count: 3 } },
      });
    expect((await listed({ property_id })).map((item) => item.id)).toEqual(turned);
  });
});

describe('words', () => {
  test('the second of two editors is told and shown what is there; several get one caption at once', async () => {
    const { property_id } = await homeOf(owner);
    const [a, b] = [await itemOf(house, property_id), await itemOf(house, property_id)];
    await act((ctx) => items.update(ctx, { id: a, caption: 'First', revision: 1 }));
    await expect(act((ctx) => items.update(ctx, { id: a, caption: 'Second', revision: 1 }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { caption: 'First' } },
    });
    const after = await act((ctx) => items.captions(ctx, { ids: [a, b], room: 'kitchen' }));
    expect(after.results.map((item) => [item.caption, item.room])).toEqual([
      ['First', 'kitchen'],
      [expect.stringMatching(/^Picture/), 'kitchen'],
    ]);
    const elsewhere = await itemOf(house, (await homeOf(owner)).property_id);
    await expect(act((ctx) => items.captions(ctx, { ids: [a, elsewhere], caption: 'x' }))).rejects.toMatchObject({
      extra: { fields: { ids: expect.any(String) } },
    });
  });
});

describe('who may', () => {
  test('another company’s item does not exist; an agent with a mandate that lets them only read is refused', async () => {
    const { property_id } = await homeOf(owner);
    const id = await itemOf(house, property_id);
    for (const work of [items.remove, items.cover, items.update] as const)
      await expect(act((ctx) => work(ctx, { id }), other)).rejects.toMatchObject({ failure: 'notFound' });
    const agent = await somebody(house, 'agent');
    const mandate = { owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0 };
    await house.database.db
      .insertInto('mandate')
      .values({ ...mandate, grants: ['property.read', 'units.read'] })
      .execute();
    expect((await items.all(ctxOf(house, agent), { property_id })).count).toBe(1);
    await expect(act((ctx) => items.remove(ctx, { id }), agent)).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'units.edit' } });
    await house.database.db
      .updateTable('mandate')
      .set({ grants: ['property.read', 'units.read', 'units.edit'] })
      .where('agent_company_id', '=', mandate.agent_company_id)
      .execute();
    expect((await act((ctx) => items.update(ctx, { id, caption: 'By the agent' }), agent)).caption).toBe('By the agent');
  });

  test('a film or a tour is taken from the hosts we show and from nowhere else; thirty images fit, not more', async () => {
    const { property_id, unit_id } = await homeOf(owner);
    expect(
      (await act((ctx) => items.addLink(ctx, { unit_id, media_type: 2, url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo', caption: '' }))).unit_id,
    ).toBe(unit_id);
    await expect(act((ctx) => items.addLink(ctx, { property_id, media_type: 2, url: 'https://evil.test/tour', caption: '' }))).rejects.toMatchObject({
      extra: { fields: { url: expect.stringContaining('kuula.co') } },
    });
    for (let n = 0; n < mediaLimits.image.property; n++) await itemOf(house, property_id);
    await expect(put(owner, property_id, await photo(77).png().toBuffer())).rejects.toMatchObject({ failure: 'conflict', extra: { limit: 30 } });
  });
});

describe('the same picture under two companies', () => {
  test('is a doubt about both until the platform settles it; a copy under one company is none; turning it shakes nothing off', async () => {
    const [mine, theirs] = [await homeOf(owner), await homeOf(other)];
    const data = await photo(42, 1200, 800).png().toBuffer();
    await put(owner, mine.property_id, data);
    await put(owner, (await homeOf(owner)).property_id, data);
    expect(await doubtsAbout(house.database.db, mine.property_id)).toEqual([]);
    const copy = await put(other, theirs.property_id, await photo(42, 640, 427).jpeg({ quality: 50 }).toBuffer());
    expect((await doubtsAbout(house.database.db, theirs.property_id)).every((doubt) => doubt.later && doubt.item_id === copy.id)).toBe(true);
    expect(await doubtsAbout(house.database.db, mine.property_id)).toMatchObject([{ later: false, other_id: copy.id }]);
    await act((ctx) => redraws(house).redraw(ctx, { id: copy.id, turn: 90 }), other);
    const [doubt] = await doubtsAbout(house.database.db, mine.property_id);
    expect(doubt).toBeDefined();
    const seen = await items.all(ctxOf(house, admin), { property_id: theirs.property_id });
    expect(seen.similar[0]).toMatchObject({ item: { id: copy.id }, other: { property: { name: expect.any(String) } } });
    expect((await items.all(ctxOf(house, other), { property_id: theirs.property_id })).similar).toEqual([]);
    for (const { id } of await doubtsAbout(house.database.db, theirs.property_id))
      await act((ctx) => settle(ctx, { id, note: 'Sold together' }), admin);
    expect(await doubtsAbout(house.database.db, mine.property_id)).toEqual([]);
  });
});

test('doubts go with a picture that another takes the place of, on both sides; what the new one looks like is doubted anew', async () => {
  const [mine, theirs] = [await homeOf(owner), await homeOf(other)];
  const data = await photo(61, 1200, 800).png().toBuffer();
  const first = await put(owner, mine.property_id, data);
  const copy = await put(other, theirs.property_id, data);
  /** Whether each side's property is in doubt because of the other's picture. */
  const sides = async () => [
    (await doubtsAbout(house.database.db, mine.property_id)).some((doubt) => doubt.other_id === copy.id),
    (await doubtsAbout(house.database.db, theirs.property_id)).some((doubt) => doubt.other_id === first.id),
  ];
  expect(await sides()).toEqual([true, true]);
  await put(other, theirs.property_id, await photo(62, 1200, 800).png().toBuffer(), copy.id);
  expect(await sides()).toEqual([false, false]);
  await put(other, theirs.property_id, data, copy.id);
  expect(await sides()).toEqual([true, true]);
  await put(owner, mine.property_id, await photo(63, 1200, 800).png().toBuffer(), first.id);
  expect(await sides()).toEqual([false, false]);
});

test('turned and cut: the picture has the new shape and another file', async () => {
  const { property_id } = await homeOf(owner);
  const made = await put(owner, property_id, await photo(5, 600, 400).png().toBuffer());
  const turned = await act((ctx) => redraws(house).redraw(ctx, { id: made.id, turn: 90, revision: made.revision }));
  expect([turned.picture?.width, turned.picture?.height]).toEqual([400, 600]);
  const cut = await act((ctx) => redraws(house).redraw(ctx, { id: made.id, turn: 0, cut: { x: 0.25, y: 0, width: 0.5, height: 1 } }));
  expect([cut.picture?.width, cut.picture?.height]).toEqual([200, 600]);
  const drawing = await itemOf(house, property_id);
  await expect(act((ctx) => redraws(house).redraw(ctx, { id: drawing, turn: 90 }))).rejects.toMatchObject({ failure: 'conflict' });
});
