import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';
import { seedOfRun } from './test/seed-of-run.ts';

// Chosen before any worker starts, which inherits it.
seedOfRun();

/** Only what fails ever waits this long; a machine that is busy with other things must not make anything fail. */
const common = {
  environment: 'node' as const,
  testTimeout: 120_000,
  hookTimeout: 480_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['./test/seed.ts'],
};
const skipped = ['**/node_modules/**'];

/** Four kinds of test. A file says by its name which it is: *.test.ts pure, *.db.test.ts, *.http.test.ts, journeys/*.test.ts. */
export default defineConfig({
  test: {
    // One file a core: left alone vitest keeps a core free, and on a machine with two that means one file after the other.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{contract,server,web,words,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.http.test.ts', 'test/journeys/**', ...skipped],
        },
      },
      { test: { ...common, name: 'db', include: ['**/*.db.test.ts'], exclude: skipped, globalSetup: ['./test/cluster.ts'] } },
      { test: { ...common, name: 'http', include: ['**/*.http.test.ts'], exclude: skipped, globalSetup: ['./test/cluster.ts'] } },
      {
        test: {
          ...common,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['./test/cluster.ts', './test/journeys/setup.ts'],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
