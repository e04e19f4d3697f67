import { openDatabase } from '#server/db/db.ts';
import { prepareDatabase } from '#server/db/prepare.ts';
import { readEnv } from '#server/kernel/env.ts';
import { explain } from '#server/kernel/start-checks.ts';
import { chainAll, type Head, verifyChain } from './chain.ts';

/** `npm run audit [-- NUMBER:HASH]`: is the audit log what it was? Names the first row that is not; ends with 1 then. */
const given = /^(\d+):([0-9a-f]{64})$/.exec(process.argv[2] ?? '');
const known: Head | null = given ? { no: Number(given[1]), hash: given[2] ?? '' } : null;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (process.argv[2] && !known) throw new Error('Give the head as NUMBER:HASH, the way this command prints it.');
  const { url, stop } = await prepareDatabase({ ...readEnv(), DEMO: 'off' });
  const database = openDatabase(url, () => undefined, 2);
  try {
    await chainAll(database.db);
    const verdict = await verifyChain(database.db, known);
    if (verdict.ok) say(`The audit log is whole: ${verdict.checked} rows, head ${verdict.head.no}:${verdict.head.hash}`);
    else say(`The audit log was tampered with (${verdict.problem}): ${verdict.says}. ${verdict.checked} rows before it are whole.`);
    process.exitCode = verdict.ok ? 0 : 1;
  } finally {
    await database.close();
    await stop();
  }
} catch (problem) {
  process.stderr.write(`${explain(problem)}\n`);
  process.exitCode = 2;
}
