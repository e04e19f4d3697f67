import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './test/runner/order.ts';
import { chooseRunSeed } from './test/runner/seed-of-run.ts';

// Chosen before any worker starts, which inherits it.
chooseRunSeed();

/** Only what fails ever waits this long; a machine that is busy with other things must not make anything fail. */
const common = {
  environment: 'node' as const,
  testTimeout: 300_000,
  hookTimeout: 480_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['./test/runner/seed.ts'],
};
const skipped = ['**/node_modules/**'];
/** What is imported is read once a worker, not once a file: a second of work each. Every file has databases and houses of its own all the same. */
const shared = {
  ...common,
  isolate: false,
  setupFiles: ['./test/runner/seed.ts', './test/runner/clean-up.ts'],
  globalSetup: ['./test/cluster.ts'],
  exclude: skipped,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Five kinds of test. A file says by its name which it is: *.test.ts pure, *.built.test.ts on the build, *.db.test.ts, *.http.test.ts, journeys/*.test.ts. */
export default defineConfig({
  test: {
    // One file a core: left alone vitest keeps a core free, and on a machine with two that means one file after the other.
    maxWorkers: '100%',
    // A browser that is closed on a starved machine takes its time.
    teardownTimeout: 120_000,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          isolate: false,
          setupFiles: ['./test/runner/seed.ts', './test/runner/tidy-unit.ts'],
          include: ['{contract,server,simulator,web,words,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.built.test.ts', '**/*.db.test.ts', '**/*.http.test.ts', 'test/journeys/**', ...skipped],
        },
      },
      { test: { ...common, name: 'built', isolate: false, include: ['test/*.built.test.ts'] } },
      { test: { ...shared, name: 'db', include: ['**/*.db.test.ts'] } },
      { test: { ...shared, name: 'http', include: ['**/*.http.test.ts'] } },
      {
        test: {
          ...common,
          name: 'journeys',
          // One server process and one browser a worker serve all its files; each file has a database of its own.
          isolate: false,
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['./test/cluster.ts', './test/journeys/setup.ts'],
          testTimeout: 600_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
});
