/**
 * `node test/processes/tiny-main.ts`: the whole server with a demo of people and policies only, which takes a second instead of half a minute.
 * `DEMO_HALTS=on`: filling it in begins and never ends.
 */
import { modules } from '#server/modules.ts';

const halts = process.env.DEMO_HALTS === 'on';
for (const [name, module] of Object.entries(modules)) {
  if (name === 'policy' && halts) Object.assign(module, { demo: () => new Promise(() => undefined) });
  else if (name !== 'identity' && name !== 'policy') Object.assign(module, { demo: undefined, lastDemo: undefined });
}
await import('#server/main.ts');
