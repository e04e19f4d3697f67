import type { FastifyInstance } from 'fastify';
import type { CallShape } from '#contract/kernel/call.ts';
import type { DemoDatabase } from '#server/db/demo/demo-database.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { CallRoute } from '#server/http/registry.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { BatchHandlers, JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from './ctx.ts';
import type { FeatureAudience, MissingFeatures } from './features.ts';
import type { EventTexts } from './generated/event-texts.ts';
import type { ModuleLookups } from './lookups.ts';
import type { OutstandingTransfers, ReservedCredits } from './outstanding-transfers.ts';
import type { PendingTaskCounters } from './pending-tasks.ts';
import type { ClosingCheck, ErasePersonalData, LockOut, PersonalData } from './personal-data.ts';
import type { LedgerProof } from './proofs.ts';
import type { BatchEventHandlers, EventHandlers } from './publish.ts';
import type { ReferenceMoves } from './references.ts';
import type { TableScopes } from './scope.ts';
import type { RunningServices } from './services.ts';
import type { SourcePages } from './sources.ts';
import type { UnapprovedAmounts } from './unapproved-amounts.ts';

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallShape>>>>;

/**
 * What a module of the server brings. Annotated with this type, never inferred: what `emit()` and the registry know comes from the contract,
 * and a type derived from these modules would go round in a circle.
 */
export type ServerModule = {
  /** Its calls, by the name under which docs and tests know them. */
  readonly calls?: CallTable;
  /** `jobs` are those of every module, for the module that shows them. */
  readonly routes?: (services: RunningServices, jobs: () => readonly ScheduledJob[]) => readonly CallRoute[];
  /** Who sees which rows of its tables. */
  readonly scopes?: TableScopes;
  /** Its tables that modules after it in server/order.ts may read; the others are read here alone. */
  readonly readable?: readonly (keyof DB)[];
  /** What it serves beside calls: files, sockets, forms. */
  readonly http?: (app: FastifyInstance, services: RunningServices, served: readonly CallRoute[]) => Promise<void>;
  /** What time alone brings about. */
  readonly jobs?: (services: RunningServices) => readonly ScheduledJob[];
  /** What it does when a promised side effect is due, its own or another module's. One module a topic. */
  readonly handlers?: (services: RunningServices) => Partial<JobHandlers>;
  readonly handlersMany?: (services: RunningServices) => BatchHandlers;
  /** What it does, in the same transaction, when something happens in another module (contract/kernel/domain-events.ts). */
  readonly eventHandlers?: EventHandlers;
  readonly batchEventHandlers?: BatchEventHandlers;
  /** What its events say. */
  readonly texts?: Partial<EventTexts>;
  /** The module’s data about a person: exported on request, and deleted or anonymised with the account. */
  readonly personalData?: PersonalData;
  readonly erasePersonalData?: ErasePersonalData;
  readonly lockOut?: LockOut;
  /** How its records change when a location or word they refer to is merged into another. */
  readonly references?: ReferenceMoves;
  /** The counts of pending tasks for dashboards and the menu. */
  readonly pendingTasks?: PendingTaskCounters;
  /** What it answers about its records to modules before it. */
  readonly lookups?: Partial<ModuleLookups>;
  /** What must always hold between the books and its own records. */
  readonly proofs?: readonly LedgerProof[];
  /** What a person opens to see what journals of it are about. */
  readonly sources?: SourcePages;
  /** What it has promised to send from an account of the platform's. */
  readonly outstandingTransfers?: OutstandingTransfers;
  /** The parts of tenants' credit that it has promised (for example in open refunds). */
  readonly reservedCredits?: ReservedCredits;
  /** The part of a company’s money that is pending approval for withdrawal. */
  readonly unapprovedAmounts?: UnapprovedAmounts;
  /** What keeps an account from being closed. */
  readonly closingChecks?: readonly ClosingCheck[];
  /** The file of another module, or its own, that shows its records in a feature no registry knows. */
  readonly shownIn?: FeatureAudience;
  /** The features across modules it has no part in, each with the reason. */
  readonly withoutFeatures?: MissingFeatures;
  /** The data that a database needs from this module before first use. It is inserted once; afterwards its managers change it. */
  readonly vocabulary?: (tx: Db) => Promise<void>;
  /** What it shows in an empty database with demo data, after the modules before it. */
  readonly demo?: (database: DemoDatabase, auth: Auth) => Promise<unknown>;
};
