import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '#server/kernel/ctx.ts';
import type { ChainHead, ChainHeadNotes } from './head-notes.ts';

const batch = 1000;
const read = 2000;
/** Rows are chained in the order of their time. A row that claims to be this much older than the previous one was inserted later. */
const toleranceMs = 60 * 60_000;

/** Chains all unchained rows. Only one node does it at a time, and it never blocks writers. */
export async function chainPendingEntries(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ done: number }>`select audit_chain(${batch}) as done`.execute(db);
    const done = rows[0]?.done ?? 0;
    total += done;
    if (done < batch) return total;
  }
}

export type ChainVerificationResult =
  | { readonly ok: true; readonly checked: number; readonly waiting: number; readonly head: ChainHead }
  | { readonly ok: false; readonly checked: number; readonly problem: ChainProblem; readonly id: number | null; readonly says: string };
export type ChainProblem = 'changed' | 'missing' | 'inserted' | 'cut' | 'forged' | 'rewritten';

type Link = { no: number; id: number; at: Date; prev_hash: Buffer; hash: Buffer; made: Buffer };
type Walk = { no: number; hash: Buffer; at: Date | null };

/** The fault of a row, given the previous row. The order of the checks decides which fault is reported. */
function fault(before: Walk, row: Link): { problem: ChainProblem; says: string } | null {
  const name = `row ${row.id} (number ${row.no} of the chain)`;
  if (row.no !== before.no + 1) {
    const from = before.no + 1;
    const to = row.no - 1;
    return {
      problem: 'missing',
      says:
        from === to
          ? `number ${from} of the chain is missing before row ${row.id}`
          : `numbers ${from} to ${to} of the chain are missing before row ${row.id}`,
    };
  }
  if (!row.hash.equals(row.made)) return { problem: 'changed', says: `${name} was changed after it was chained, or was not chained by Makao` };
  if (!row.prev_hash.equals(before.hash))
    return { problem: 'inserted', says: `${name} does not follow from the row before it, so one of the two was replaced` };
  if (before.at && row.at.getTime() < before.at.getTime() - toleranceMs) {
    return {
      problem: 'inserted',
      says: `${name} has the time ${row.at.toISOString()}, but it follows a row with the time ${before.at.toISOString()}`,
    };
  }
  return null;
}

/** Whether a row contradicts a head noted elsewhere, or the head of the chain. */
function contradiction(
  row: Link,
  head: { no: number; hash: Buffer },
  noted: readonly ChainHead[] = [],
): { problem: ChainProblem; says: string } | null {
  if (noted.some(({ hash }) => hash !== row.hash.toString('hex')))
    return { problem: 'rewritten', says: `number ${row.no} of the chain differs from the recorded hash, so the log was rewritten up to this number` };
  if (row.no === head.no && !row.hash.equals(head.hash))
    return { problem: 'forged', says: `row ${row.id} is the last row of the chain, but its hash differs from that of the head` };
  return null;
}

/**
 * Verifies the whole hash chain, which makes changes of the audit log evident, and stops at the first changed row. `known` are heads that were noted
 * elsewhere.
 */
export async function verifyChain(db: Db, known: readonly ChainHead[] = []): Promise<ChainVerificationResult> {
  const noted = Map.groupBy(known, ({ no }) => no);
  // The head is read first, because rows may be chained during the check.
  const { rows: heads } = await sql<{
    no: number;
    hash: Buffer;
    start: Buffer;
  }>`select chain_no as no, hash, sha256('makao audit log'::bytea) as start from audit_chain_head`.execute(db);
  const head = heads[0];
  if (!head) return { ok: false, checked: 0, problem: 'cut', id: null, says: 'the head of the chain is missing' };
  let at: Walk = { no: 0, hash: head.start, at: null };
  for (;;) {
    const { rows } = await sql<Link>`
      /* unscoped: the chain covers every audit entry */ select chain_no as no, id, at, prev_hash, hash, audit_hash(audit_log) as made from audit_log
      where chain_no > ${at.no} order by chain_no limit ${read}`.execute(db);
    for (const row of rows) {
      const wrong = fault(at, row) ?? contradiction(row, head, noted.get(row.no));
      if (wrong) return { ok: false, checked: at.no, id: row.id, ...wrong };
      at = { no: row.no, hash: row.hash, at: row.at };
    }
    if (rows.length < read) break;
  }
  const longest = known.reduce((most, { no }) => Math.max(most, no), head.no);
  if (at.no < longest)
    return {
      ok: false,
      checked: at.no,
      problem: 'cut',
      id: null,
      says: `the chain ends at number ${at.no} but had ${longest} rows, so the last rows are missing`,
    };
  const now = await readChainHead(db);
  if (at.no > now.no) {
    const { rows } = await sql<{
      id: number;
    }>`/* unscoped: the chain covers every audit entry */ select id from audit_log where chain_no = ${now.no + 1}`.execute(db);
    const id = rows[0]?.id ?? null;
    return {
      ok: false,
      checked: now.no,
      problem: 'forged',
      id,
      says: `row ${id} (number ${now.no + 1} of the chain) was not appended by Makao, which chained only ${now.no} rows`,
    };
  }
  const { rows: left } = await sql<{
    n: number;
  }>`/* unscoped: the chain covers every audit entry */ select count(*) as n from audit_log where chain_no is null`.execute(db);
  return { ok: true, checked: at.no, waiting: left[0]?.n ?? 0, head: now };
}

export async function readChainHead(db: Db): Promise<ChainHead> {
  const { rows } = await sql<{ no: number; hash: Buffer }>`select chain_no as no, hash from audit_chain_head`.execute(db);
  return { no: rows[0]?.no ?? 0, hash: rows[0]?.hash.toString('hex') ?? '' };
}

/** Chains new rows and notes the new head outside the database. */
export async function chainAndNoteHead(db: Db, notes: ChainHeadNotes): Promise<number> {
  const done = await chainPendingEntries(db);
  if (done > 0) await notes.note(await readChainHead(db));
  return done;
}

/** Verifies the whole chain against every head noted here, and against one given by the caller. */
export async function verifyNotedHeads(
  db: Db,
  notes: ChainHeadNotes,
  brought: readonly ChainHead[] = [],
): Promise<ChainVerificationResult & { readonly noted: number }> {
  const { heads, forged } = await notes.read();
  const verdict = await verifyChain(db, [...heads, ...brought]);
  if (!verdict.ok || forged.length === 0) return { ...verdict, noted: heads.length };
  const says = `line ${forged[0]} of the recorded heads is not signed by Makao`;
  return { ok: false, checked: verdict.checked, problem: 'forged', id: null, says, noted: heads.length };
}

/** The nightly check. It also writes the head to the server log: `npm run audit -- NUMBER:HASH` compares with one from there. */
export async function verifyChainNightly(db: Db, notes: ChainHeadNotes, log: Logger): Promise<void> {
  const verdict = await verifyNotedHeads(db, notes);
  if (!verdict.ok) throw new Error(`the audit log was tampered with: ${verdict.says}`);
  log.info({ audit: verdict.head, rows: verdict.checked, noted: verdict.noted }, 'the audit log is intact');
}
