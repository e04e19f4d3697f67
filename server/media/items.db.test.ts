import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaLimits } from '#contract/media/limits.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExamplePhoto, createMediaItem, createMediaProperty } from '#test/examples/examples-media.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { dismissDuplicatePicture } from './duplicate-pictures.ts';
import * as items from './items.ts';
import { readMediaOwner } from './owner.ts';
import { redrawHandlers, storeUploadedMediaItem } from './place-item.ts';
import { listDuplicatePictures } from './service.ts';

let services: TestServices;
let owner: TestPerson;
let other: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
  other = await createPerson(services, 'owner');
  admin = await createPerson(services, 'admin');
});

const homeOf = (who: TestPerson) => createMediaProperty(services, who.me.companyId ?? 0);
const act = <T>(work: (ctx: ReturnType<typeof createTestCtx>) => Promise<T>, who = owner) => runAsPerson(services, who, work);
const put = (who: TestPerson, property_id: number, data: Buffer, replaces: number | null = null) =>
  act(
    async (ctx) =>
      storeUploadedMediaItem(services, ctx, await readMediaOwner(ctx, { property_id }), {
        file: { data, type: 'png', name: 'a.png' },
        mediaType: 0,
        replaces,
      }),
    who,
  );
const listed = async (named: { property_id?: number; unit_id?: number }) =>
  (await items.listMediaItems(createTestCtx(services, owner), named)).results;
const covers = async (named: { property_id?: number; unit_id?: number }) =>
  (await listed(named)).filter((item) => item.is_cover).map((item) => item.id);

describe('media cover and order', () => {
  test('exactly one image is the cover after every operation, if there is any image', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('add', 'remove', 'cover', 'reverse'), fc.nat(5)), { maxLength: 12 }), async (steps) => {
        const { property_id } = await homeOf(owner);
        for (const [step, n] of steps) {
          const ids = (await listed({ property_id })).map((item) => item.id);
          const id = ids[n % (ids.length || 1)];
          if (step === 'add') await put(owner, property_id, await createExamplePhoto(n).png().toBuffer());
          else if (id === undefined) continue;
          else if (step === 'remove') await act((ctx) => items.removeMediaItem(ctx, { id }));
          else if (step === 'cover') expect((await act((ctx) => items.setMediaCover(ctx, { id }))).is_cover).toBe(true);
          else await act((ctx) => items.reorderMediaItems(ctx, { property_id, media_type: 0, ids: ids.reverse() }));
          const left = await listed({ property_id });
          expect(left.filter((item) => item.is_cover)).toHaveLength(left.length > 0 ? 1 : 0);
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  test('concurrent changes leave one cover, and deleting the cover makes the first remaining image the cover', async () => {
    const { property_id } = await homeOf(owner);
    await Promise.all([1, 2, 3].map(async (n) => put(owner, property_id, await createExamplePhoto(n).png().toBuffer())));
    const ids = (await listed({ property_id })).map((item) => item.id);
    expect(ids).toHaveLength(3);
    await Promise.all(ids.map((id) => act((ctx) => items.setMediaCover(ctx, { id }))));
    const [cover = 0] = await covers({ property_id });
    expect(await covers({ property_id })).toHaveLength(1);
    await act((ctx) => items.removeMediaItem(ctx, { id: cover }));
    expect(await covers({ property_id })).toEqual([ids.filter((id) => id !== cover)[0]]);
  });

  test('a property and its unit each have a cover, which must be an image', async () => {
    const { property_id, unit_id } = await homeOf(owner);
    const own = await createMediaItem(services, property_id);
    const plan = await createMediaItem(services, property_id, { media_type: 3 });
    const inside = await createMediaItem(services, property_id, { unit_id });
    for (const id of [own, inside]) await act((ctx) => items.setMediaCover(ctx, { id }));
    expect([await covers({ property_id }), await covers({ unit_id })]).toEqual([[own], [inside]]);
    await expect(act((ctx) => items.setMediaCover(ctx, { id: plan }))).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('an order that does not match the current items is refused, and the current items are returned', async () => {
    const { property_id } = await homeOf(owner);
    const ids = [
      await createMediaItem(services, property_id),
      await createMediaItem(services, property_id),
      await createMediaItem(services, property_id),
    ];
    const turned = [...ids].reverse();
    expect((await act((ctx) => items.reorderMediaItems(ctx, { property_id, media_type: 0, ids: turned }))).results.map((item) => item.id)).toEqual(
      turned,
    );
    for (const wrong of [ids.slice(1), [...ids, 1], [ids[0] ?? 0, ids[0] ?? 0, ids[1] ?? 0]])
      await expect(act((ctx) => items.reorderMediaItems(ctx, { property_id, media_type: 0, ids: wrong }))).rejects.toMatchObject({
        failure: 'conflict',
        extra: { current: { count: 3 } },
      });
    expect((await listed({ property_id })).map((item) => item.id)).toEqual(turned);
  });
});

describe('media captions', () => {
  test('a conflicting edit is refused with the current item, and several items can be captioned at once', async () => {
    const { property_id } = await homeOf(owner);
    const [a, b] = [await createMediaItem(services, property_id), await createMediaItem(services, property_id)];
    await act((ctx) => items.updateMediaItem(ctx, { id: a, caption: 'First', revision: 1 }));
    await expect(act((ctx) => items.updateMediaItem(ctx, { id: a, caption: 'Second', revision: 1 }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { caption: 'First' } },
    });
    const after = await act((ctx) => items.updateMediaCaptions(ctx, { ids: [a, b], room: 'kitchen' }));
    expect(after.results.map((item) => [item.caption, item.room])).toEqual([
      ['First', 'kitchen'],
      [expect.stringMatching(/^Picture/), 'kitchen'],
    ]);
    const elsewhere = await createMediaItem(services, (await homeOf(owner)).property_id);
    await expect(act((ctx) => items.updateMediaCaptions(ctx, { ids: [a, elsewhere], caption: 'x' }))).rejects.toMatchObject({
      extra: { fields: { ids: expect.any(String) } },
    });
  });
});

describe('media permissions and limits', () => {
  test('another company’s item returns 404, and an agent with a read-only mandate is refused', async () => {
    const { property_id } = await homeOf(owner);
    const id = await createMediaItem(services, property_id);
    for (const work of [items.removeMediaItem, items.setMediaCover, items.updateMediaItem] as const)
      await expect(act((ctx) => work(ctx, { id }), other)).rejects.toMatchObject({ failure: 'notFound' });
    const agent = await createPerson(services, 'agent');
    const mandate = { owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0 };
    await services.database.db
      .insertInto('mandate')
      .values({ ...mandate, grants: ['property.read', 'units.read'] })
      .execute();
    expect((await items.listMediaItems(createTestCtx(services, agent), { property_id })).count).toBe(1);
    await expect(act((ctx) => items.removeMediaItem(ctx, { id }), agent)).rejects.toMatchObject({
      failure: 'forbidden',
      extra: { missing: 'units.edit' },
    });
    await services.database.db
      .updateTable('mandate')
      .set({ grants: ['property.read', 'units.read', 'units.edit'] })
      .where('agent_company_id', '=', mandate.agent_company_id)
      .execute();
    expect((await act((ctx) => items.updateMediaItem(ctx, { id, caption: 'By the agent' }), agent)).caption).toBe('By the agent');
  });

  test('virtual tours are accepted only from allowed hosts, and a property has at most thirty images', async () => {
    const { property_id, unit_id } = await homeOf(owner);
    expect(
      (await act((ctx) => items.addMediaLink(ctx, { unit_id, media_type: 2, url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo', caption: '' })))
        .unit_id,
    ).toBe(unit_id);
    await expect(
      act((ctx) => items.addMediaLink(ctx, { property_id, media_type: 2, url: 'https://evil.test/tour', caption: '' })),
    ).rejects.toMatchObject({
      extra: { fields: { url: expect.stringContaining('kuula.co') } },
    });
    for (let n = 0; n < mediaLimits.image.property; n++) await createMediaItem(services, property_id);
    await expect(put(owner, property_id, await createExamplePhoto(77).png().toBuffer())).rejects.toMatchObject({
      failure: 'conflict',
      extra: { limit: 30 },
    });
  });
});

describe('duplicate images of two companies', () => {
  test('are marked as suspected duplicates for both companies until Makao decides, even if rotated; copies within one company are not marked', async () => {
    const [mine, theirs] = [await homeOf(owner), await homeOf(other)];
    const data = await createExamplePhoto(42, 1200, 800).png().toBuffer();
    await put(owner, mine.property_id, data);
    await put(owner, (await homeOf(owner)).property_id, data);
    expect(await listDuplicatePictures(services.database.db, mine.property_id)).toEqual([]);
    const copy = await put(other, theirs.property_id, await createExamplePhoto(42, 640, 427).jpeg({ quality: 50 }).toBuffer());
    expect((await listDuplicatePictures(services.database.db, theirs.property_id)).every((doubt) => doubt.later && doubt.item_id === copy.id)).toBe(
      true,
    );
    expect(await listDuplicatePictures(services.database.db, mine.property_id)).toMatchObject([{ later: false, other_id: copy.id }]);
    await act((ctx) => redrawHandlers(services).redraw(ctx, { id: copy.id, turn: 90 }), other);
    const [doubt] = await listDuplicatePictures(services.database.db, mine.property_id);
    expect(doubt).toBeDefined();
    const seen = await items.listMediaItems(createTestCtx(services, admin), { property_id: theirs.property_id });
    expect(seen.similar[0]).toMatchObject({ item: { id: copy.id }, other: { property: { name: expect.any(String) } } });
    expect((await items.listMediaItems(createTestCtx(services, other), { property_id: theirs.property_id })).similar).toEqual([]);
    for (const { id } of await listDuplicatePictures(services.database.db, theirs.property_id))
      await act((ctx) => dismissDuplicatePicture(ctx, { id, note: 'Sold together' }), admin);
    expect(await listDuplicatePictures(services.database.db, mine.property_id)).toEqual([]);
  });
});

test('duplicate images: replacing an image ends the suspicion for both companies, and the new image is checked', async () => {
  const [mine, theirs] = [await homeOf(owner), await homeOf(other)];
  const data = await createExamplePhoto(61, 1200, 800).png().toBuffer();
  const first = await put(owner, mine.property_id, data);
  const copy = await put(other, theirs.property_id, data);
  /** Whether each side's property is suspected because of the other's picture. */
  const sides = async () => [
    (await listDuplicatePictures(services.database.db, mine.property_id)).some((doubt) => doubt.other_id === copy.id),
    (await listDuplicatePictures(services.database.db, theirs.property_id)).some((doubt) => doubt.other_id === first.id),
  ];
  expect(await sides()).toEqual([true, true]);
  await put(other, theirs.property_id, await createExamplePhoto(62, 1200, 800).png().toBuffer(), copy.id);
  expect(await sides()).toEqual([false, false]);
  await put(other, theirs.property_id, data, copy.id);
  expect(await sides()).toEqual([true, true]);
  await put(owner, mine.property_id, await createExamplePhoto(63, 1200, 800).png().toBuffer(), first.id);
  expect(await sides()).toEqual([false, false]);
});

test('image edit: a rotated and cropped image has the new dimensions and a new file', async () => {
  const { property_id } = await homeOf(owner);
  const made = await put(owner, property_id, await createExamplePhoto(5, 600, 400).png().toBuffer());
  const turned = await act((ctx) => redrawHandlers(services).redraw(ctx, { id: made.id, turn: 90, revision: made.revision }));
  expect([turned.picture?.width, turned.picture?.height]).toEqual([400, 600]);
  const cut = await act((ctx) => redrawHandlers(services).redraw(ctx, { id: made.id, turn: 0, cut: { x: 0.25, y: 0, width: 0.5, height: 1 } }));
  expect([cut.picture?.width, cut.picture?.height]).toEqual([200, 600]);
  const drawing = await createMediaItem(services, property_id);
  await expect(act((ctx) => redrawHandlers(services).redraw(ctx, { id: drawing, turn: 90 }))).rejects.toMatchObject({ failure: 'conflict' });
});
