import { openDatabase } from '#server/db/db.ts';
import { prepareDatabase } from '#server/db/prepare.ts';
import { readEnv } from '#server/kernel/env.ts';
import { explainStartProblem } from '#server/kernel/process/start-checks.ts';
import { loadOrCreateSecret } from '#server/kernel/secrets.ts';
import { verifyNotedHeads } from './chain.ts';
import { type ChainHead, openChainHeadNotes } from './head-notes.ts';

/** `npm run audit [-- NUMBER:HASH]` verifies the audit log. It names the first changed row and exits with 1. */
const given = /^(\d+):([0-9a-f]{64})$/.exec(process.argv[2] ?? '');
const known: readonly ChainHead[] = given ? [{ no: Number(given[1]), hash: given[2] ?? '' }] : [];
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (process.argv[2] && known.length === 0) throw new Error('The head is not valid. Enter it as NUMBER:HASH, as this command prints it.');
  const env = readEnv();
  const { url, stop } = await prepareDatabase({ ...env, DEMO: 'off' });
  const database = openDatabase(url, () => undefined, 2);
  try {
    const notes = openChainHeadNotes(env.dataDir, loadOrCreateSecret(env.dataDir, env.AUTH_SECRET), { info: () => undefined });
    // Verification comes before chaining: a manipulated head must not be noted as genuine.
    const verdict = await verifyNotedHeads(database.db, notes, known);
    if (verdict.ok)
      say(`The audit log is intact: ${verdict.checked} rows, head ${verdict.head.no}:${verdict.head.hash}, ${verdict.noted} recorded heads`);
    else say(`The audit log was tampered with (${verdict.problem}): ${verdict.says}. The first ${verdict.checked} rows are intact.`);
    process.exitCode = verdict.ok ? 0 : 1;
  } finally {
    await database.close();
    await stop();
  }
} catch (problem) {
  process.stderr.write(`${explainStartProblem(problem)}\n`);
  process.exitCode = 2;
}
