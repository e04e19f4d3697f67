import type { EventShape } from './event.ts';
import type { Machine } from './machine.ts';
import type { Payload } from './payload.ts';
import type { DashboardScreen, PublicScreen } from './screen.ts';

/** What a room of the contract says of itself, by name: no schema and no function of its own. Its calls come with the server's room. */
export type Room = {
  readonly screens?: Readonly<Record<string, DashboardScreen | PublicScreen>>;
  readonly machines?: readonly Machine[];
  /** What its audit rows are about where no permission document names it, and what that is called. */
  readonly audits?: Readonly<Record<string, () => string>>;
  /** Headings under which people choose what they are told of. */
  readonly groups?: Readonly<Record<string, () => string>>;
  readonly events?: Readonly<Record<string, EventShape>>;
  /** Side effects it promises with `emit()`, and what each carries. */
  readonly topics?: Readonly<Record<string, Payload<object>>>;
};

export const room = <const R extends Room>(r: R): R => r;
