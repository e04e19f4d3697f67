import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { policyCalls } from '#contract/policy/calls.ts';
import { policyMachine } from '#contract/policy/machine.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as policy from './service.ts';

let services: TestServices;
let admin: TestPerson;
let tenant: TestPerson;
const draft = {
  title: 'House rules',
  title_sw: '',
  body: '<p>Keep the gate closed.</p>',
  body_sw: '',
  user_type: 0,
  kind: 'conduct' as const,
  effective_from: '2026-12-01',
  requires_consent: false,
};
const written = (changes: Partial<typeof draft> = {}) => runAsPerson(services, admin, (ctx) => policy.create(ctx, { ...draft, ...changes }));
const moved = (id: number, name: keyof typeof policyMachine.moves) => runAsPerson(services, admin, (ctx) => policy.move(ctx, { id, move: name }));

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  tenant = await createPerson(services, 'tenant');
});

describe('policy: visibility', () => {
  test('drafts are visible to policy managers only, published policies to everyone, and retired policies are hidden', async () => {
    const { id } = await written({ title: 'Seen by whom' });
    const reads = (who: TestPerson | null) => policy.details(createTestCtx(services, who), { id });
    await expect(reads(tenant)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(reads(null)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await reads(admin)).status).toBe('draft');
    await moved(id, 'publish');
    expect((await reads(null)).title).toBe('Seen by whom');
    await moved(id, 'retire');
    await expect(reads(tenant)).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('the menu shows users the policies of their own user type, and signed-out visitors the policies for tenants', async () => {
    for (const user_type of [0, 4]) await moved((await written({ title: `Menu for ${user_type}`, user_type })).id, 'publish');
    const owner = await createPerson(services, 'owner');
    const titles = async (who: TestPerson | null) =>
      (await policy.listForMenu(createTestCtx(services, who), { page: 1, page_size: 100 })).results.map((p) => p.title);
    expect(await titles(null)).toContain('Menu for 0');
    expect(await titles(null)).not.toContain('Menu for 4');
    expect(await titles(owner)).toEqual(['Menu for 4']);
    expect(await titles(tenant)).toEqual(await titles(null));
  });

  test('the author is visible only to policy managers', async () => {
    const { id } = await written({ title: 'By whom' });
    await moved(id, 'publish');
    expect((await policy.details(createTestCtx(services, admin), { id })).updated_by).toMatch(/^admin/);
    expect((await policy.details(createTestCtx(services, null), { id })).updated_by).toBeNull();
  });
});

describe('policy: list', () => {
  test('filters by user type and by title (ignoring case, with % and _ as literal characters), sorts and pages', async () => {
    for (const title of ['Zebra 100% rule', 'Yard rule', 'Xylophone']) await written({ title, user_type: 7 });
    const found = async (z_filter: object, sort: 'title' | '-title' = 'title', page_size = 10) =>
      policy.list(createTestCtx(services, admin), { page: 1, page_size, sort, z_filter });
    expect((await found({ user_type: 7 })).results.map((p) => p.title)).toEqual(['Xylophone', 'Yard rule', 'Zebra 100% rule']);
    expect((await found({ user_type: 7, title: 'RULE' }, '-title')).results.map((p) => p.title)).toEqual(['Zebra 100% rule', 'Yard rule']);
    expect((await found({ user_type: 7, title: '%' })).count).toBe(1);
    expect((await found({ user_type: 7, title: '_' })).count).toBe(0);
    const first = await found({ user_type: 7 }, 'title', 2);
    expect([first.count, first.results.length]).toEqual([3, 2]);
  });
});

describe('policy: editing', () => {
  test('removes scripts, handlers, styles and foreign frames from the body, and leaves the text', async () => {
    const body =
      '<h1>Title</h1><p onclick="x()">Hello <b>you</b><script>alert(1)</script></p><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><a href="https://odpc.go.ke">b</a><iframe src="//evil"></iframe>';
    const saved = await written({ title: 'Clean', body });
    expect(saved.body).toBe('<h2>Title</h2><p>Hello <b>you</b></p><a>a</a><a href="https://odpc.go.ke" rel="noopener nofollow">b</a>');
    await expect(written({ title: 'Empty', body: '<script>alert(1)</script><p> </p>' })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { body: expect.any(String) } },
    });
  });

  test('gives two policies with the same title different slugs, even when they are created concurrently', async () => {
    const both = await Promise.all([written({ title: 'Twice told' }), written({ title: 'Twice told' })]);
    expect(both.map((p) => p.slug).sort()).toEqual(['twice-told', 'twice-told-2']);
  });

  test('ignores a body that differs only in whitespace, so that the history shows only the changed title', async () => {
    const body = '<p>One <b>two</b></p>\n<ul>\n  <li>three</li>\n</ul>';
    const { id } = await written({ title: 'Spaces', body });
    const again = '<p>One <b>two</b></p><ul><li><p>three</p></li></ul>';
    await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, title: 'Spaces again', body: again, summary: '' }));
    const { diff } = await services.database.db
      .selectFrom('audit_log')
      .select('diff')
      .where('document', '=', 'policies')
      .where('record_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((diff as { field: string }[]).map(({ field }) => field)).toEqual(['title']);
    await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, body: '<p>One<b>two</b></p>', summary: '' }));
    expect((await policy.details(createTestCtx(services, admin), { id })).body).toBe('<p>One<b>two</b></p>');
  });

  test('a change of one field leaves the other fields, both languages and the consent setting unchanged', async () => {
    const { id } = await written({ title: 'Both languages', title_sw: 'Lugha mbili', body_sw: '<p>Funga lango.</p>', requires_consent: true });
    // The input is parsed like a request: the schema must not add fields that were not sent.
    const body = policyCalls.update.body.parse({ title: 'Both tongues' });
    const after = await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, ...body }));
    expect(after).toMatchObject({
      title: 'Both tongues',
      title_sw: 'Lugha mbili',
      body: draft.body,
      body_sw: '<p>Funga lango.</p>',
      requires_consent: true,
    });
  });

  test('the second of two concurrent editors gets a conflict with the current text, and nothing is overwritten', async () => {
    const { id, revision } = await written({ title: 'Contended' });
    await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, title: 'First wins', revision, summary: '' }));
    const second = runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, title: 'Second loses', revision, summary: '' }));
    await expect(second).rejects.toMatchObject({ failure: 'conflict', extra: { current: { title: 'First wins' } } });
    expect((await policy.details(createTestCtx(services, admin), { id })).title).toBe('First wins');
  });

  test('deletion removes a policy from every list but leaves its stored versions', async () => {
    const { id } = await written({ title: 'Short lived' });
    await runAsPerson(services, admin, (ctx) => policy.remove(ctx, { id }));
    await expect(policy.details(createTestCtx(services, admin), { id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(runAsPerson(services, admin, (ctx) => policy.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await services.database.db.selectFrom('policy_version').select('version').where('policy_id', '=', id).execute()).toHaveLength(1);
  });
});

describe('policy: state changes', () => {
  test.each(Object.keys(policyMachine.moves) as (keyof typeof policyMachine.moves)[])(
    'the transition "%s" is allowed only from its source states, and a refusal lists the allowed transitions',
    async (name) => {
      const path = { draft: [], published: ['publish'], retired: ['publish', 'retire'] } as const;
      for (const state of Object.keys(policyMachine.states) as (keyof typeof path)[]) {
        const { id } = await written({ title: `${name} from ${state}` });
        for (const step of path[state]) await moved(id, step);
        const { from, to } = policyMachine.moves[name];
        if ((from as readonly string[]).includes(state)) expect((await moved(id, name)).status).toBe(to);
        else await expect(moved(id, name)).rejects.toMatchObject({ failure: 'wrongState', extra: { from: state, allowed: expect.any(Array) } });
      }
    },
  );

  test('eight concurrent publish requests succeed once and write one log entry', async () => {
    const { id } = await written({ title: 'Pressed' });
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => moved(id, 'publish')));
    expect(all.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    expect(
      await services.database.db.selectFrom('move_log').select('id').where('subject', '=', 'policy').where('subject_id', '=', id).execute(),
    ).toHaveLength(1);
  });
});

describe('policy: audit log', () => {
  test('a change writes both an audit row (with actor, IP address and changed fields) and a job, or neither', async () => {
    const { id } = await written({ title: 'Traced' });
    await runAsPerson(services, admin, (ctx) => policy.update(ctx, { id, title: 'Traced again', summary: '' }));
    const rows = await services.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('document', '=', 'policies')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map((r) => [r.kind, r.actor_id, r.ip, r.request_id])).toEqual([
      [1, admin.id, '127.0.0.1', 'test-request'],
      [2, admin.id, '127.0.0.1', 'test-request'],
    ]);
    expect(rows[1]?.diff).toEqual([{ field: 'title', old: 'Traced', new: 'Traced again' }]);
    const gone = runAsPerson(services, admin, async (ctx) => {
      await policy.update(ctx, { id, title: 'Never happened', summary: '' });
      throw new Error('the power went');
    });
    await expect(gone).rejects.toThrow('the power went');
    const { rows: after } = await sql<{
      n: number;
    }>`select (select count(*) from audit_log where record_id = ${id} and document = 'policies') as n`.execute(services.database.db);
    expect(after[0]?.n).toBe(2);
  });

  test('cannot be edited or emptied', async () => {
    await expect(sql`update audit_log set ip = 'x'`.execute(services.database.db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from audit_log`.execute(services.database.db)).rejects.toThrow(/append-only/);
    await expect(sql`truncate audit_log`.execute(services.database.db)).rejects.toThrow(/append-only/);
  });
});
