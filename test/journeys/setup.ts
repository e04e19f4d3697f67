import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureChromium } from '../chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The parent directory of the servers' data directories. */
    stages: string;
  }
}

/** Journeys use the built pages in a real Chromium. Without a build, the error explains how to make one. */
export default async function setup(project: TestProject): Promise<() => void> {
  if (!existsSync('build/server/index.js')) throw new Error('The pages are not built: run npm test, or npm run build first.');
  await ensureChromium((line) => process.stderr.write(`${line}\n`));
  const stages = mkdtempSync(join(tmpdir(), 'makao-stages-'));
  project.provide('stages', stages);
  return () => rmSync(stages, { recursive: true, force: true });
}
