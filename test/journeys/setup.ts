import { existsSync } from 'node:fs';
import { ensureChromium } from '../chromium.ts';

/** Journeys walk the real thing: the built pages in a real Chromium. Whoever runs them without a build is told how to get one. */
export default async function setup(): Promise<void> {
  if (!existsSync('build/server/index.js')) throw new Error('The pages are not built: run npm test, or npm run build first.');
  await ensureChromium((line) => process.stderr.write(`${line}\n`));
}
