import type { FastifyInstance } from 'fastify';
import type { CallShape } from '#contract/kernel/call.ts';
import type { Whole } from '#server/db/demo/whole.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { Route } from '#server/http/registry.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { Handlers, HandlersMany } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { Asked } from './asked.ts';
import type { Db } from './ctx.ts';
import type { ShownIn, Without } from './features.ts';
import type { EventTexts } from './generated/event-texts.ts';
import type { Follows, FollowsMany } from './happen.ts';
import type { House } from './house.ts';
import type { Lookups } from './lookups.ts';
import type { ClosingCheck, Forget, Holdings, LockOut } from './personal-data.ts';
import type { Promised, PromisedOfCredits } from './promised.ts';
import type { Proof } from './proofs.ts';
import type { References } from './references.ts';
import type { Scopes } from './scope.ts';
import type { Sources } from './sources.ts';
import type { Waits } from './waits.ts';

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallShape>>>>;

/**
 * What a room of the server brings. Annotated with this type, never inferred: what `emit()` and the registry know comes from the contract,
 * and a type derived from these rooms would go round in a circle.
 */
export type ServerRoom = {
  /** Its calls, by the name under which docs and tests know them. */
  readonly calls?: CallTable;
  /** `jobs` are those of every room, for the room that shows them. */
  readonly routes?: (house: House, jobs: () => readonly Job[]) => readonly Route[];
  /** Who sees which rows of its tables. */
  readonly scopes?: Scopes;
  /** Its tables that modules after it in server/order.ts may read; the others are read here alone. */
  readonly readable?: readonly (keyof DB)[];
  /** What it serves beside calls: files, sockets, forms. */
  readonly http?: (app: FastifyInstance, house: House, served: readonly Route[]) => Promise<void>;
  /** What time alone brings about. */
  readonly jobs?: (house: House) => readonly Job[];
  /** What it does when a promised side effect is due, its own or another room's. One room a topic. */
  readonly handlers?: (house: House) => Partial<Handlers>;
  readonly handlersMany?: (house: House) => HandlersMany;
  /** What it does, in the same transaction, when something happens in another room (contract/kernel/happenings.ts). */
  readonly follows?: Follows;
  readonly followsMany?: FollowsMany;
  /** What its events say. */
  readonly texts?: Partial<EventTexts>;
  /** What it holds about a person: handed out with the export, and gone or nameless when the account is. */
  readonly holdings?: Holdings;
  readonly forget?: Forget;
  readonly lockOut?: LockOut;
  /** What its records do when a place or a word they name becomes another. */
  readonly references?: References;
  /** What it counts for the homes and the menu: what waits for somebody. */
  readonly waits?: Waits;
  /** What it answers about its records to modules before it. */
  readonly lookups?: Partial<Lookups>;
  /** What must always hold between the books and its own records. */
  readonly proofs?: readonly Proof[];
  /** What a person opens to see what journals of it are about. */
  readonly sources?: Sources;
  /** What it has promised to send from an account of the platform's. */
  readonly promised?: Promised;
  /** What it has promised out of tenants’ credits. */
  readonly promisedOfCredits?: PromisedOfCredits;
  /** What of a company's money waits for approval to leave. */
  readonly asked?: Asked;
  /** What keeps an account from being closed. */
  readonly closing?: readonly ClosingCheck[];
  /** The file of another module, or its own, that shows its records in a feature no registry knows. */
  readonly shownIn?: ShownIn;
  /** The features across modules it has no part in, each with the reason. */
  readonly without?: Without;
  /** What a database needs of it before anybody can begin. Once; afterwards its keepers change it. */
  readonly vocabulary?: (tx: Db) => Promise<void>;
  /** What it shows in an empty database with demo data, after the rooms before it. */
  readonly demo?: (database: Whole, auth: Auth) => Promise<unknown>;
};
