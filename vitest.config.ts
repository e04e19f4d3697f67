import { defineConfig } from 'vitest/config';

const common = { environment: 'node' as const, testTimeout: 60_000, hookTimeout: 120_000 };

/** Four kinds of test. A file says by its name which it is: *.test.ts pure, *.db.test.ts, *.http.test.ts, journeys/*.test.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{contract,server,web,words,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.http.test.ts', 'test/journeys/**', '**/node_modules/**'],
        },
      },
      { test: { ...common, name: 'db', include: ['**/*.db.test.ts'], exclude: ['**/node_modules/**'], globalSetup: ['./test/cluster.ts'] } },
      { test: { ...common, name: 'http', include: ['**/*.http.test.ts'], exclude: ['**/node_modules/**'], globalSetup: ['./test/cluster.ts'] } },
      {
        test: {
          ...common,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['./test/cluster.ts', './test/journeys/setup.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
