/**
 * `node test/processes/tiny-main.ts`: the whole server with a demo of people and policies alone, which takes a second instead of half a minute.
 * `DEMO_HALTS=on`: filling it in begins and never ends.
 */
import { rooms } from '#server/rooms.ts';

const halts = process.env.DEMO_HALTS === 'on';
for (const [name, room] of Object.entries(rooms)) {
  if (name === 'policy' && halts) Object.assign(room, { demo: () => new Promise(() => undefined) });
  else if (name !== 'identity' && name !== 'policy') Object.assign(room, { demo: undefined });
}
await import('#server/main.ts');
