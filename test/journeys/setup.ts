import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureChromium } from '../chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a run in which its servers have theirs. */
    stages: string;
  }
}

/** Journeys walk the real thing: the built pages in a real Chromium. Whoever runs them without a build is told how to get one. */
export default async function setup(project: TestProject): Promise<() => void> {
  if (!existsSync('build/server/index.js')) throw new Error('The pages are not built: run npm test, or npm run build first.');
  await ensureChromium((line) => process.stderr.write(`${line}\n`));
  const stages = mkdtempSync(join(tmpdir(), 'makao-stages-'));
  project.provide('stages', stages);
  return () => rmSync(stages, { recursive: true, force: true });
}
