/** `node test/chromium-main.ts`: prints the path of a working Chromium, and installs one first if there is none. */
import { ensureChromium } from './chromium.ts';

try {
  console.log(await ensureChromium((line) => console.error(line)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
