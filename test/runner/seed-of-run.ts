import { randomInt } from 'node:crypto';

/**
 * One seed for the property tests of a whole run, printed, so that `FC_SEED=… npm test` repeats the same cases. CI's main run always has the same
 * seed, so that a failure is caused by the change.
 */
export function chooseRunSeed(
  env: NodeJS.ProcessEnv = process.env,
  random = () => randomInt(1, 2 ** 31),
  say = (line: string) => process.stderr.write(line),
): string {
  if (!env.FC_SEED) {
    env.FC_SEED = env.CI === 'true' ? '2026' : String(random());
    say(`Property tests: FC_SEED=${env.FC_SEED}\n`);
  }
  return env.FC_SEED;
}
