import { randomInt } from 'node:crypto';

/**
 * One seed for the property tests of a whole run, printed, so that `FC_SEED=… npm test` meets the same cases again. CI's main run has the
 * same one every time: there a red run must be red because of what was changed.
 */
export function seedOfRun(
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
