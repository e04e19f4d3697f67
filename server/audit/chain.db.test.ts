import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '#server/kernel/audit.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { chainAll, chainAndNote, verifyChain, verifyNightly, verifyNoted } from './chain.ts';
import { headNotes, notesFile, notesOf } from './head-notes.ts';

let house: House;
let admin: Somebody;
const db = () => house.database.db;
const write = (n: number) =>
  audit(db(), ctxOf(house, admin), { kind: 'edit', document: 'policies', id: n, code: `p-${n}`, before: { title: 'A' }, after: { title: `B${n}` } });
const idOf = async (no: number) => (await db().selectFrom('audit_log').select('id').where('chain_no', '=', no).executeTakeFirstOrThrow()).id;
/** What only the owner of the database can do: change rows behind the trigger's back. */
async function behindTheTrigger(change: ReturnType<typeof sql>) {
  await sql`alter table audit_log disable trigger user`.execute(db());
  await change.execute(db());
  await sql`alter table audit_log enable trigger user`.execute(db());
}

beforeEach(async () => {
  house = await freshHouse();
  admin = await somebody(house, 'admin');
  for (let n = 1; n <= 6; n++) await write(n);
  await chainAll(db());
});

describe('the chain', () => {
  test('is whole after ordinary work, gapless though ids have gaps, and counts what still waits', async () => {
    await expect(
      db()
        .transaction()
        .execute(async (tx) => {
          await audit(tx, ctxOf(house, admin), { kind: 'add', document: 'policies', id: 99 });
          throw new Error('rolled back');
        }),
    ).rejects.toThrow();
    await write(7);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 6, waiting: 1 });
    expect(await chainAll(db())).toBe(1);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 7, waiting: 0, head: { no: 7 } });
    expect(await chainAll(db())).toBe(0);
  });

  test('stays whole when many write and several chain at once', async () => {
    await Promise.all([...Array.from({ length: 60 }, (_, n) => write(n)), chainAll(db()), chainAll(db()), chainAll(db())]);
    await chainAll(db());
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 66, waiting: 0 });
  });

  test('a row that says something else is named, whichever column was touched', async () => {
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

  test('a changed row with a recomputed hash no longer fits the row after it', async () => {
    const [id, next] = [await idOf(3), await idOf(4)];
    await behindTheTrigger(sql`update audit_log set reason = 'nothing happened' where id = ${id}`);
    await behindTheTrigger(sql`update audit_log set hash = audit_hash(audit_log) where id = ${id}`);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'inserted', id: next, checked: 3 });
  });

  test('a deleted row in the middle is missed, and so are the last ones', async () => {
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

  test('a forged row at the end is named, with a made-up hash and with a right one', async () => {
    const forged = (hash: ReturnType<typeof sql>) =>
      sql`insert into audit_log (kind, document, chain_no, prev_hash, hash) select 1, 'policies', 7, hash, ${hash} from audit_log where chain_no = 6`;
    await behindTheTrigger(forged(sql`sha256('x')`));
    const id = await idOf(7);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'changed', id });
    await behindTheTrigger(sql`update audit_log set hash = audit_hash(audit_log) where id = ${id}`);
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'forged', id, checked: 6 });
  });

  test('a row slipped in with a date of the past is named, though it is chained like any other', async () => {
    await sql`insert into audit_log (kind, document, at, reason) values (1, 'policies', now() - interval '3 days', 'backdated')`.execute(db());
    await chainAll(db());
    expect(await verifyChain(db())).toMatchObject({ ok: false, problem: 'inserted', id: await idOf(7), checked: 6 });
  });

  test('a chain rewritten as a whole fits itself, but not the head somebody wrote down', async () => {
    const first = await verifyChain(db());
    if (!first.ok) throw new Error('must be whole');
    await behindTheTrigger(sql`update audit_log set chain_no = null, prev_hash = null, hash = null, reason = 'rewritten'`);
    await sql`update audit_chain_head set chain_no = 0, hash = sha256('makao audit log'::bytea)`.execute(db());
    await chainAll(db());
    expect(await verifyChain(db())).toMatchObject({ ok: true });
    expect(await verifyChain(db(), [first.head])).toMatchObject({ ok: false, problem: 'rewritten' });
  });
});

describe('heads written down outside of the database', () => {
  const notes = () => notesOf(house);
  /** Cuts the last rows and gives the head the place and the hash of the row that is now the last: the chain fits itself again. */
  const cutAndMend = async (after: number) => {
    await behindTheTrigger(sql`delete from audit_log where chain_no > ${after}`);
    await sql`update audit_chain_head h set chain_no = a.chain_no, hash = a.hash from audit_log a where a.chain_no = ${after}`.execute(db());
  };
  beforeEach(async () => {
    await write(7);
    await chainAndNote(db(), notes());
  });

  test('rows cut off at the end are missed though the head was mended, also when others follow', async () => {
    expect(await verifyNoted(db(), notes())).toMatchObject({ ok: true, checked: 7, noted: 1 });
    await cutAndMend(5);
    expect(await verifyChain(db()), 'what the database alone can tell').toMatchObject({ ok: true, checked: 5 });
    expect(await verifyNoted(db(), notes())).toMatchObject({ ok: false, problem: 'cut', checked: 5 });
    await expect(verifyNightly(db(), notes(), house.log)).rejects.toThrow('has been 7 long');
    for (const n of [8, 9]) await write(n);
    await chainAndNote(db(), notes());
    expect(await verifyNoted(db(), notes())).toMatchObject({ ok: false, problem: 'rewritten', checked: 6 });
  });

  test('a line that we did not sign is named; without the secret none can be made', async () => {
    const file = join(house.env.dataDir, notesFile);
    expect(statSync(file).mode & 0o077).toBe(0);
    await headNotes(house.env.dataDir, 'another secret, as long as ours must be', house.log).note({ no: 5, hash: 'a'.repeat(64) });
    expect(await verifyNoted(db(), notes())).toMatchObject({ ok: false, problem: 'forged', says: expect.stringContaining('line 2'), noted: 1 });
    writeFileSync(file, readFileSync(file, 'utf8').split('\n')[0]?.replace(/^7:/, '6:') ?? '');
    expect(await verifyNoted(db(), notes())).toMatchObject({ ok: false, problem: 'forged', noted: 0 });
  });

  test('the log line says the same, so that a lost file is not the end of it', async () => {
    const lines: object[] = [];
    await headNotes(house.env.dataDir, house.secret, { info: (line: object) => lines.push(line) } as never).note({ no: 7, hash: 'b'.repeat(64) });
    expect(lines).toEqual([{ audit: { no: 7, hash: 'b'.repeat(64), signature: expect.any(String) } }]);
  });
});

test('the demo log is alive and chained', async () => {
  const demo = await freshHouse('demo');
  const verdict = await verifyChain(demo.database.db);
  expect(verdict).toMatchObject({ ok: true, waiting: 0 });
  expect(verdict.checked).toBeGreaterThan(150);
});

describe('append-only', () => {
  test('nothing but the chaining of an unchained row, with the hash that follows, gets past the trigger', async () => {
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
    // The right hash with another word changed along is still another row.
    const sneaky = sql`update audit_log t set ${link}, reason = 'x', hash = audit_hash(jsonb_populate_record(t, jsonb_build_object('chain_no', 7, 'reason', 'x', 'prev_hash', (select hash from audit_chain_head)))) where t.${row}`;
    await expect(sneaky.execute(db())).rejects.toThrow(/append-only/);
    expect(await chainAll(db())).toBe(1);
    expect(await verifyChain(db())).toMatchObject({ ok: true, checked: 7 });
  });
});
