import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { enforceAnnouncedPoliciesJob, notifyPolicyReaders } from './publish.ts';
import * as policy from './service.ts';

let services: TestServices;
let admin: TestPerson;
let owner: TestPerson;
const today = '2026-11-16';

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, `${today}T09:00:00Z`);
  admin = await createPerson(services, 'admin');
  owner = await createPerson(services, 'owner');
});
afterEach(() => setClock(services, `${today}T09:00:00Z`));

const write = async (title: string, user_type = 4) => {
  const text = { title, title_sw: `${title} (sw)`, body: '<p>Keep the gate closed after ten.</p>', body_sw: '', kind: 'terms' as const };
  const { id } = await runAsPerson(services, admin, (ctx) =>
    policy.create(ctx, { ...text, user_type, effective_from: '2026-11-01', requires_consent: true }),
  );
  await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move: 'publish' }));
  return id;
};
const change = (id: number, given: object) => runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, summary: '', ...given }));
const publish = (id: number, effective_from = today, more: object = {}) =>
  runAsPerson(services, admin, (ctx) => policy.publishNext(ctx, { id, summary: 'An hour earlier', summary_sw: '', effective_from, ...more }));
const read = (who: TestPerson | null, id: number, version?: number) =>
  policy.details(createTestCtx(services, who), { id, ...(version ? { version } : {}) });
const nine = '<p>Keep the gate closed after nine.</p>';

describe('policy: draft of the next version', () => {
  test('is visible only to policy managers, while readers see the version in force', async () => {
    const id = await write('Beside');
    const after = await change(id, { body: nine });
    expect(after).toMatchObject({ version: 1, body: expect.stringContaining('ten'), next: { version: 2, body: nine } });
    expect(await change(id, { title: 'Beside it' })).toMatchObject({ title: 'Beside', next: { version: 2, title: 'Beside it', body: nine } });
    expect(await read(owner, id)).toMatchObject({ title: 'Beside', next: null, announced: null });
    await expect(read(null, id, 2)).rejects.toMatchObject({ failure: 'notFound' });
    const seen = await policy.listVersions(createTestCtx(services, admin), { id, page: 1, page_size: 10 });
    expect(seen.results.map((v) => [v.version, v.published_at !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect((await policy.listPublishedVersions(createTestCtx(services, null), { id, page: 1, page_size: 10 })).results.map((v) => v.version)).toEqual(
      [1],
    );
  });

  test('is created only by a change of the text, and can be discarded without changing the policy in force', async () => {
    const id = await write('Settings');
    expect(await change(id, { requires_consent: false, kind: 'terms' })).toMatchObject({ requires_consent: false, kind: 'terms', next: null });
    await expect(runAsPerson(services, admin, (ctx) => policy.dropNext(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    await change(id, { body: nine });
    await runAsPerson(services, admin, (ctx) => policy.dropNext(ctx, { id }));
    expect(await read(admin, id)).toMatchObject({ version: 1, next: null });
  });

  test('audience and kind of a policy in force cannot be changed until the policy is reopened for its next version', async () => {
    const id = await write('Turned');
    for (const given of [{ kind: 'conduct' }, { user_type: 5 }, { user_type: 5, body: nine }])
      await expect(change(id, given)).rejects.toMatchObject({ failure: 'invalid' });
    expect(await read(admin, id)).toMatchObject({ kind: 'terms', user_type: 4, version: 1, next: null });
    for (const move of ['retire', 'reopen'] as const) await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move }));
    expect(await change(id, { kind: 'conduct' })).toMatchObject({ kind: 'conduct', version: 2 });
  });

  test('the second of two concurrent editors gets a conflict with the current draft', async () => {
    const id = await write('Contended draft');
    const { revision } = await read(admin, id);
    await change(id, { title: 'First wins', revision });
    await expect(change(id, { title: 'Second loses', revision })).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { title: 'Contended draft', next: { title: 'First wins' } } },
    });
  });

  test('a reopened policy does not overwrite published versions', async () => {
    const id = await write('Reopened');
    for (const move of ['retire', 'reopen'] as const) await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move }));
    expect(await change(id, { body: nine })).toMatchObject({ version: 2, body: nine });
    await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move: 'publish' }));
    expect((await read(null, id, 1)).body).toContain('ten');
    expect((await read(null, id)).body).toBe(nine);
  });
});

describe('policy reopened after retirement', () => {
  test('numbers the next version after all existing versions, including announced and draft versions', async () => {
    for (const announced of [true, false]) {
      const id = await write(`Reopened, ${announced}`);
      await change(id, { body: nine });
      if (announced) await publish(id, '2026-12-01');
      for (const move of ['retire', 'reopen'] as const) await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move }));
      expect(await change(id, { body: '<p>At eight.</p>' })).toMatchObject({ version: 3 });
      await runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move: 'publish' }));
      expect((await read(null, id)).body).toContain('eight');
      if (announced) expect((await read(null, id, 2)).body).toBe(nine);
    }
  });
});

describe('policy: publishing a new version', () => {
  test('on the same day replaces the current version at once, and the old version stays readable', async () => {
    const id = await write('At once');
    await change(id, { body: nine });
    expect(await publish(id)).toMatchObject({ version: 2, body: nine, effective_from: today, next: null, announced: null });
    expect((await read(null, id)).body).toBe(nine);
    expect(await read(null, id, 1)).toMatchObject({ version: 1, body: expect.stringContaining('ten'), effective_from: '2026-11-01' });
    const { results } = await policy.listPublishedVersions(createTestCtx(services, null), { id, page: 1, page_size: 10 });
    expect(results[0]).toMatchObject({ version: 2, summary: 'An hour earlier', effective_from: today });
  });

  test('for a later date announces the version, which takes effect on that date in Nairobi', async () => {
    const id = await write('Later');
    await change(id, { body: nine });
    await publish(id, '2026-12-01');
    expect(await read(null, id)).toMatchObject({ version: 1, announced: { version: 2, effective_from: '2026-12-01' } });
    expect((await read(null, id, 2)).body).toBe(nine);
    await setClock(services, '2026-11-30T20:59:00Z');
    await enforceAnnouncedPoliciesJob.run(services.database.db);
    expect((await read(null, id)).version).toBe(1);
    await setClock(services, '2026-11-30T21:00:00Z');
    expect(await enforceAnnouncedPoliciesJob.dryRun?.(services.database.db)).toBe(1);
    await enforceAnnouncedPoliciesJob.run(services.database.db);
    await enforceAnnouncedPoliciesJob.run(services.database.db);
    expect(await read(null, id)).toMatchObject({ version: 2, body: nine, announced: null });
  });

  test('needs a draft, changed text and an effective date that is neither past nor before an announced version', async () => {
    const id = await write('Refused');
    await expect(publish(id)).rejects.toMatchObject({ failure: 'notFound' });
    await change(id, { body: nine });
    await expect(publish(id, '2026-11-15')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { effective_from: expect.any(String) } } });
    await publish(id, '2026-12-24');
    await change(id, { body: '<p>Never mind.</p>' });
    await expect(publish(id, '2026-12-23')).rejects.toMatchObject({ failure: 'invalid' });
    expect((await publish(id, '2026-12-24')).announced).toMatchObject({ version: 3 });
    const same = await write('Same');
    await change(same, { body: nine });
    await change(same, { body: '<p>Keep the gate closed after ten.</p>' });
    await expect(publish(same)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { body: expect.any(String) } } });
  });

  test('notifies each current reader once, in their language, but no other or former users', async () => {
    const other = await createPerson(services, 'owner');
    const gone = await createPerson(services, 'owner');
    await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', gone.id).execute();
    await services.database.db.updateTable('person').set({ locale: 'sw' }).where('id', '=', other.id).execute();
    const id = await write('Told');
    await runQueuedJobs(services);
    await change(id, { body: nine });
    await publish(id, '2026-12-01', { summary_sw: 'Saa moja mapema' });
    await runQueuedJobs(services);
    // The step is repeated, as after a crash.
    await notifyPolicyReaders(services.database.db, { policyId: id, version: 2, after: 0 });
    await runQueuedJobs(services);
    const mine = (await listSentNotifications(services, 'policy.published')).filter((one) => one.key.startsWith(`policy:${id}:2:`));
    expect(
      mine
        .map((one) => one.to.personId)
        .filter((who) => [owner.id, other.id, gone.id, admin.id].includes(who))
        .sort(),
    ).toEqual([owner.id, other.id].sort());
    const heard = await services.database.db
      .selectFrom('notification')
      .select(['person_id', 'message', 'page'])
      .where('event_key', 'like', `policy:${id}:2:%`)
      .where('person_id', 'in', [owner.id, other.id])
      .orderBy('person_id')
      .execute();
    expect(heard.map(({ message }) => message)).toEqual([
      expect.stringMatching(/“Told” has a new version that applies from 1 December 2026.*An hour earlier/),
      expect.stringMatching(/“Told \(sw\)” ina toleo jipya.*Saa moja mapema/),
    ]);
    expect(heard[0]?.page).toBe(`/policy/${id}/told?version=2`);
  });
});
