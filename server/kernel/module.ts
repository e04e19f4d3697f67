import type { FastifyInstance } from 'fastify';
import type { CallShape } from '#contract/kernel/call.ts';
import type { DemoDatabase } from '#server/db/demo/demo-database.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { CallRoute } from '#server/http/registry.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { BatchHandlers, JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from './ctx.ts';
import type { FeatureDisplayFiles, MissingFeatures } from './features.ts';
import type { EventTexts } from './generated/event-texts.ts';
import type { ModuleLookups } from './lookups.ts';
import type { OutstandingTransfers, ReservedCredits, TransfersInTransitReader, UnapprovedAmountsReader } from './outstanding-transfers.ts';
import type { PendingTaskCounters } from './pending-tasks.ts';
import type { ClosingCheck, ErasePersonalData, LockOutHandler, PersonalData } from './personal-data.ts';
import type { LedgerCheck } from './proofs.ts';
import type { BatchEventHandlers, EventHandlers } from './publish.ts';
import type { ReferenceMoves } from './references.ts';
import type { RequestedActs } from './requested-acts.ts';
import type { TableScopes } from './scope.ts';
import type { RunningServices } from './services.ts';
import type { JournalSourcePages } from './sources.ts';

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallShape>>>>;

/**
 * What a server module declares. Modules are annotated with this type and not inferred: the types of `enqueueJob()` and of the registry come from the
 * contract, because types derived from these modules would be circular.
 */
export type ServerModule = {
  /** The calls of the module, under the names that documentation and tests use. */
  readonly calls?: CallTable;
  /** The routes of the calls. `jobs` are the scheduled jobs of all modules, for the module that lists them. */
  readonly routes?: (services: RunningServices, jobs: () => readonly ScheduledJob[]) => readonly CallRoute[];
  /** The scopes of the module's tables: which callers see which rows. */
  readonly scopes?: TableScopes;
  /** The tables that modules after this one in server/order.ts may read. Only this module reads the others. */
  readonly readable?: readonly (keyof DB)[];
  /** Routes besides calls: files, sockets and forms. */
  readonly http?: (app: FastifyInstance, services: RunningServices, served: readonly CallRoute[]) => Promise<void>;
  /** Scheduled jobs of the module. */
  readonly jobs?: (services: RunningServices) => readonly ScheduledJob[];
  /** Handlers of job topics, also of topics that other modules enqueue. Each topic has one handler. */
  readonly handlers?: (services: RunningServices) => Partial<JobHandlers>;
  readonly handlersMany?: (services: RunningServices) => BatchHandlers;
  /** Reactions, in the same transaction, to domain events of other modules (contract/kernel/domain-events.ts). */
  readonly eventHandlers?: EventHandlers;
  readonly batchEventHandlers?: BatchEventHandlers;
  /** The texts of the module's notification events. */
  readonly texts?: Partial<EventTexts>;
  /** The module’s data about a person: exported on request, and deleted or anonymised with the account. */
  readonly personalData?: PersonalData;
  readonly erasePersonalData?: ErasePersonalData;
  readonly lockOut?: LockOutHandler;
  /** How its records change when a location or word they refer to is merged into another. */
  readonly references?: ReferenceMoves;
  /** The counts of pending tasks for dashboards and the menu. */
  readonly pendingTasks?: PendingTaskCounters;
  /** Answers about this module's records to questions of modules before it. */
  readonly lookups?: Partial<ModuleLookups>;
  /** Acts of the module that are stored as a request and carried out when another person approves them. */
  readonly requestedActs?: RequestedActs;
  /** Checks between the ledger and the module's own records. */
  readonly proofs?: readonly LedgerCheck[];
  /** The page that a journal of this module links to. */
  readonly sources?: JournalSourcePages;
  /** Amounts that the module has approved for sending from an account of Makao. */
  readonly outstandingTransfers?: OutstandingTransfers;
  /** Its transfers from an account of Makao without a journal of their departure, which a statement may show. */
  readonly transfersInTransit?: TransfersInTransitReader;
  /** Tenant credit that the module has reserved, for example for open refunds. */
  readonly reservedCredits?: ReservedCredits;
  /** The part of a company’s money that is pending approval for withdrawal. */
  readonly unapprovedAmounts?: UnapprovedAmountsReader;
  /** Reasons that prevent an account from being closed. */
  readonly closingChecks?: readonly ClosingCheck[];
  /** The file that shows the module's records in a feature without a registry. */
  readonly shownIn?: FeatureDisplayFiles;
  /** Features across modules in which this module has no part, each with the reason. */
  readonly withoutFeatures?: MissingFeatures;
  /** The data that a database needs from this module before first use. It is inserted once; afterwards its managers change it. */
  readonly vocabulary?: (tx: Db) => Promise<void>;
  /** The demo data of the module for an empty database, inserted after that of the modules before it. */
  readonly demo?: (database: DemoDatabase, auth: Auth) => Promise<unknown>;
  /** Demo data that needs those of all modules and the consents of all people. */
  readonly lastDemo?: (database: DemoDatabase, auth: Auth) => Promise<unknown>;
};
