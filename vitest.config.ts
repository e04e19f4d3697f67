import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './test/runner/order.ts';
import { chooseRunSeed } from './test/runner/seed-of-run.ts';

// The seed is chosen before any worker starts, and all workers inherit it.
chooseRunSeed();

/** Only failing tests wait this long. The limits are high so that no test fails on a busy machine. */
const common = {
  environment: 'node' as const,
  testTimeout: 300_000,
  hookTimeout: 480_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['./test/runner/seed.ts'],
};
const skipped = ['**/node_modules/**'];
/** Imports are loaded once per worker and not once per file, which saves a second per file. Every file still has its own databases and apps. */
const shared = {
  ...common,
  isolate: false,
  setupFiles: ['./test/runner/seed.ts', './test/runner/clean-up.ts'],
  globalSetup: ['./test/cluster.ts'],
  exclude: skipped,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** The file name gives the kind of test: *.test.ts pure, *.built.test.ts on the build, *.db.test.ts, *.http.test.ts, journeys/*.test.ts. */
export default defineConfig({
  test: {
    // One worker per core: by default Vitest keeps one core free, so that a machine with two cores would run one file after the other.
    maxWorkers: '100%',
    // Closing a browser on a busy machine takes long.
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
          // One server process and one browser per worker serve all its files; each file has its own database.
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
