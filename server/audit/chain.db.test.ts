import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '#server/kernel/audit.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { chainAndNoteHead, chainPendingEntries, verifyChain, verifyChainNightly, verifyNotedHeads } from './chain.ts';
import { getChainHeadNotes, headNotesFile, openChainHeadNotes } from './head-notes.ts';

let services: TestServices;
let admin: TestPerson;
const db = () => services.database.db;
const write = (n: number) =>
  audit(db(), createTestCtx(services, admin), {
    kind: 'edit',
    document: 'policies',
    id: n,
    code: `p-${n}`,
    before: { title: 'A' },
    after: { title: `B${n}` },
  });
const idOf = async (no: number) => (await db().selectFrom('audit_log').select('id').where('chain_no', '=', no).executeTakeFirstOrThrow()).id;
/** Simulates the owner of the database, who can change rows without the trigger. */
async function behindTheTrigger(change: ReturnType<typeof sql>) {
  await sql`alter table audit_log disable trigger user`.execute(db());
  await change.execute(db());
  await sql`alter table audit_log enable trigger user`.execute(db());
}

beforeEach(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  for (let n = 1; n <= 6; n++) await write(n);
  await chainPendingEntries(db());
});

describe('audit chain: verification', () => {
  test('passes after ordinary writes, despite gaps in the ids, and counts unchained rows', async () => {
    await expect(
      db()
        .transaction()
        .execute(async (tx) => {
          await audit(tx, createTestCtx(services, admin), { kind: 'add', document: 'policies', id: 99 });
          throw new Error('rolled back');
        }),
    ).rejects.toThrow();
    await write(7);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 6, waiting: 1 });
    expect(await chainPendingEntries(db())).toBe(1);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 7, waiting: 0, head: { no: 7 } });
    expect(await chainPendingEntries(db())).toBe(0);
  });

  test('passes after concurrent writes and concurrent chaining', async () => {
    await Promise.all([
      ...Array.from({ length: 60 }, (_, n) => write(n)),
      chainPendingEntries(db()),
      chainPendingEntries(db()),
      chainPendingEntries(db()),
    ]);
    await chainPendingEntries(db());
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 66, waiting: 0 });
  });

  test('reports a row with a changed value in any column', async () => {
    const id = await idOf(3);
    const touched = [
      sql`diff = '[]'`,
      sql`actor_id = 42`,
      sql`at = at - interval '1 second'`,
      sql`reason = 'nothing happened'`,
      sql`ip = '10.0.0.1'`,
      sql`impersonated_by = 7`,
      sql`document = 'units'`,
    ];
    for (const set of touched) {
      await sql`create table kept as select * from audit_log where id = ${id}`.execute(db());
      await behindTheTrigger(sql`update audit_log set ${set} where id = ${id}`);
      expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'changed', id, checked: 2 });
      await behindTheTrigger(
        sql`update audit_log a set diff = k.diff, actor_id = k.actor_id, at = k.at, reason = k.reason, ip = k.ip, impersonated_by = k.impersonated_by, document = k.document from kept k where a.id = k.id`,
      );
      await sql`drop table kept`.execute(db());
      expect(await verifyChain(db())).toMatchObject({ ok: true });
    }
  });

  test('detects a changed row even if its hash was recomputed, because the next row stores the old hash', async () => {
    const [id, next] = [await idOf(3), await idOf(4)];
    await behindTheTrigger(sql`update audit_log set reason = 'nothing happened' where id = ${id}`);
    await behindTheTrigger(sql`update audit_log set hash = audit_hash(audit_log) where id = ${id}`);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'inserted', id: next, checked: 3 });
  });

  test('detects deleted rows in the middle and at the end of the chain', async () => {
    const next = await idOf(5);
    await behindTheTrigger(sql`delete from audit_log where chain_no = 4`);
    expect(await verifyChain(db())).toMatchObject({
      ok: false,
      problem: 'missing',
      id: next,
      says: expect.stringContaining('number 4 of the chain is missing'),
    });
    await behindTheTrigger(sql`delete from audit_log where chain_no > 3`);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'cut', checked: 3 });
  });

  test('reports a forged row at the end, with an invented or a correct hash', async () => {
    const forged = (hash: ReturnType<typeof sql>) =>
      sql`insert into audit_log (kind, document, chain_no, prev_hash, hash) select 1, 'policies', 7, hash, ${hash} from audit_log where chain_no = 6`;
    await behindTheTrigger(forged(sql`sha256('x')`));
    const id = await idOf(7);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'changed', id });
    await behindTheTrigger(sql`update audit_log set hash = audit_hash(audit_log) where id = ${id}`);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'forged', id, checked: 6 });
  });

  test('reports a backdated row even if the row is chained', async () => {
    await sql`insert into audit_log (kind, document, at, reason) values (1, 'policies', now() - interval '3 days', 'backdated')`.execute(db());
    await chainPendingEntries(db());
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'inserted', id: await idOf(7), checked: 6 });
  });

  test('a fully rewritten chain is detected by comparison with an earlier hash of the last row', async () => {
    const first = await verifyChain(db());
    if (!first.ok) throw new Error('must be whole');
    await behindTheTrigger(sql`update audit_log set chain_no = null, prev_hash = null, hash = null, reason = 'rewritten'`);
    await sql`update audit_chain_head set chain_no = 0, hash = sha256('makao audit log'::bytea)`.execute(db());
    await chainPendingEntries(db());
    expect(await verifyChain(db())).toMatchObject({ ok: true });
    expect(await verifyChain(db(), [first.head])).toMatchObject({ ok: false, problem: 'rewritten' });
  });
});

describe('audit chain: last hashes recorded outside the database', () => {
  const notes = () => getChainHeadNotes(services);
  /** Deletes the last rows and points the head at the new last row, so that the chain is consistent again. */
  const cutAndMend = async (after: number) => {
    await behindTheTrigger(sql`delete from audit_log where chain_no > ${after}`);
    await sql`update audit_chain_head h set chain_no = a.chain_no, hash = a.hash from audit_log a where a.chain_no = ${after}`.execute(db());
  };
  beforeEach(async () => {
    await write(7);
    await chainAndNoteHead(db(), notes());
  });

  test('reveal deleted rows at the end even if the last hash in the database was adjusted, and even after new rows follow', async () => {
    expect(await verifyNotedHeads(db(), notes())).toMatchObject({ ok: true, checked: 7, noted: 1 });
    await cutAndMend(5);
    expect(await verifyChain(db()), 'what the database alone can tell').toMatchObject({ ok: true, checked: 5 });
    expect(await verifyNotedHeads(db(), notes())).toMatchObject({ ok: false, problem: 'cut', checked: 5 });
    await expect(verifyChainNightly(db(), notes(), services.log)).rejects.toThrow('had 7 rows');
    for (const n of [8, 9]) await write(n);
    await chainAndNoteHead(db(), notes());
    expect(await verifyNotedHeads(db(), notes())).toMatchObject({ ok: false, problem: 'rewritten', checked: 6 });
  });

  test('a line with a wrong signature in the file of last hashes is reported', async () => {
    const file = join(services.env.dataDir, headNotesFile);
    expect(statSync(file).mode & 0o077).toBe(0);
    await openChainHeadNotes(services.env.dataDir, 'another secret, as long as ours must be', services.log).note({ no: 5, hash: 'a'.repeat(64) });
    expect(await verifyNotedHeads(db(), notes())).toMatchObject({ ok: false, problem: 'forged', says: expect.stringContaining('line 2'), noted: 1 });
    writeFileSync(file, readFileSync(file, 'utf8').split('\n')[0]?.replace(/^7:/, '6:') ?? '');
    expect(await verifyNotedHeads(db(), notes())).toMatchObject({ ok: false, problem: 'forged', noted: 0 });
  });

  test('are also written to the server log in case the file is lost', async () => {
    const lines: object[] = [];
    await openChainHeadNotes(services.env.dataDir, services.secret, { info: (line: object) => lines.push(line) } as never).note({
      no: 7,
      hash: 'b'.repeat(64),
    });
    expect(lines).toEqual([{ audit: { no: 7, hash: 'b'.repeat(64), signature: expect.any(String) } }]);
  });
});

test('demo data: the audit log has entries and is chained', async () => {
  const demo = await createTestServices('demo');
  const verdict = await verifyChain(demo.database.db);
  expect(verdict).toMatchObject({ ok: true, waiting: 0 });
  expect(verdict.checked).toBeGreaterThan(150);
});

describe('audit log: append-only trigger', () => {
  test('allows only the chaining of an unchained row with the correct hash', async () => {
    await write(7);
    const row = sql`chain_no is null`;
    const link = sql`chain_no = 7, prev_hash = (select hash from audit_chain_head)`;
    const refused = [
      sql`update audit_log set reason = 'x' where ${row}`,
      sql`update audit_log set reason = 'x' where chain_no = 1`,
      sql`update audit_log set hash = null, prev_hash = null, chain_no = null where chain_no = 6`,
      sql`update audit_log set chain_no = 9 where chain_no = 6`,
      sql`update audit_log set ${link}, hash = sha256('x') where ${row}`,
      sql`delete from audit_log where ${row}`,
      sql`delete from audit_log where chain_no = 6`,
      sql`truncate audit_log`,
      sql`insert into audit_log (kind, document, chain_no, prev_hash, hash) values (1, 'policies', 8, 'a', 'b')`,
    ];
    for (const statement of refused) await expect(statement.execute(db())).rejects.toThrow(/append-only|chained by/);
    // A correct hash together with another changed column is still a changed row.
    const sneaky = sql`update audit_log t set ${link}, reason = 'x', hash = audit_hash(jsonb_populate_record(t, jsonb_build_object('chain_no', 7, 'reason', 'x', 'prev_hash', (select hash from audit_chain_head)))) where t.${row}`;
    await expect(sneaky.execute(db())).rejects.toThrow(/append-only/);
    expect(await chainPendingEntries(db())).toBe(1);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 7 });
  });
});
