/** Only one Makao may use a data directory. The owner file names its process, and another process may use the directory after this one ended. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ClusterProblem, getErrorCode } from './embedded-problem.ts';
import { isProcessAlive, readProcessStartStamp } from './embedded-process.ts';

const Owner = z.object({ pid: z.number(), started: z.string() });

/** Returns the function that releases the directory. */
export async function lockDataDirectory(dir: string): Promise<() => Promise<void>> {
  const file = join(dir, 'owner.json');
  const mine = JSON.stringify({ pid: process.pid, started: readProcessStartStamp(process.pid) ?? '' });
  // Two competing processes need at most two rounds; the limit only prevents an endless loop on the file system.
  for (let round = 0; round < 20; round++) {
    if (await writeNew(file, mine)) return () => release(file, mine);
    const text = await readFile(file, 'utf8').catch(() => '');
    const owner = parse(text);
    if (owner && isProcessAlive(owner.pid) && (owner.started === '' || readProcessStartStamp(owner.pid) === owner.started))
      throw inUse(dir, owner.pid);
    // The file is unreadable while another process is writing it.
    if (!owner && round < 4) await sleep(50);
    else await discard(file, text);
  }
  throw new ClusterProblem(`The file ${file} cannot be replaced. Remove it while no Makao is running, and start again.`);
}

function inUse(dir: string, pid: number): ClusterProblem {
  const who = pid === process.pid ? 'this process' : `process ${pid}`;
  return new ClusterProblem(`The data directory ${dir} is in use by a running Makao (${who}). Stop that process first, or choose another DATA_DIR.`);
}

function parse(text: string): z.infer<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * The file is moved before it is deleted: of two competing processes only one gets the old file, and a new one that was moved by mistake is restored.
 */
async function discard(file: string, expected: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === expected) await rm(aside, { force: true });
  else await rename(aside, file);
}

async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true });
}
