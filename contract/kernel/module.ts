import type { EventShape } from './event.ts';
import type { Machine } from './machine.ts';
import type { Payload } from './payload.ts';
import type { DashboardScreen, PublicScreen } from './screen.ts';

/** The declarations of a contract module, by name: no schemas and no functions of its own. Its calls are declared with the server's module. */
export type Module = {
  readonly screens?: Readonly<Record<string, DashboardScreen | PublicScreen>>;
  readonly machines?: readonly Machine[];
  /** Names for the subjects of its audit rows that no permission document names. */
  readonly audits?: Readonly<Record<string, () => string>>;
  /** Headings of the notification preferences. */
  readonly groups?: Readonly<Record<string, () => string>>;
  readonly events?: Readonly<Record<string, EventShape>>;
  /** Side effects it promises with `emit()`, with their payloads. */
  readonly topics?: Readonly<Record<string, Payload<object>>>;
};

export const defineModule = <const R extends Module>(r: R): R => r;
