import type { EventShape } from './event.ts';
import type { StateMachine } from './machine.ts';
import type { JobPayload } from './payload.ts';
import type { DashboardScreen, PublicScreen } from './screen.ts';

/** The declarations of a contract module, by name: no schemas and no functions of its own. Its calls are declared with the server's module. */
export type ContractModule = {
  readonly screens?: Readonly<Record<string, DashboardScreen | PublicScreen>>;
  readonly machines?: readonly StateMachine[];
  /** Names for the subjects of its audit rows that no permission document names. */
  readonly audits?: Readonly<Record<string, () => string>>;
  /** Headings of the notification preferences. */
  readonly groups?: Readonly<Record<string, () => string>>;
  readonly events?: Readonly<Record<string, EventShape>>;
  /** Side effects it promises with `emit()`, with their payloads. */
  readonly topics?: Readonly<Record<string, JobPayload<object>>>;
};

export const defineModule = <const R extends ContractModule>(r: R): R => r;
