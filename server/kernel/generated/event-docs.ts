import { globSync, readFileSync } from 'node:fs';
import type { ContractModule } from '#contract/kernel/module.ts';
import { modules as contractModules } from '#contract/modules.ts';
import { eventShapes } from '#contract/notification/events.ts';
import type { ServerModule } from '../module.ts';
import type { RunningServices } from '../services.ts';
import { EventFlow } from './event-flow.ts';

/** Readable names for the steps of the audience builder (server/notification/recipients.ts). */
const readers: Readonly<Record<string, string>> = {
  heads: 'heads of the company',
  managers: 'heads of owner and agency',
  holders: 'heads of the owner',
  superadmins: 'superadmins',
  platform: 'platform staff',
  dealers: 'dealers of the county',
  tenants: 'tenants',
  readListingContacts: 'contact of the listing, otherwise heads of the owner',
  notifyBatch: 'people selected by a query',
  people: 'named people',
  person: 'named people',
  active: 'named people',
  readers: 'named people',
};
/** Listing a module's handlers does not use the services passed to it, so empty ones are enough. */
const noServices = { database: {}, env: {} } as RunningServices;

const unique = (all: readonly string[]): string[] => [...new Set(all)].sort();
const listed = (all: readonly string[]): string => (all.length === 0 ? '–' : all.join(', '));
const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;

const eventNames: ReadonlySet<string> = new Set(Object.keys(eventShapes));
const topicNames: ReadonlySet<string> = new Set(Object.values<ContractModule>(contractModules).flatMap(({ topics = {} }) => Object.keys(topics)));
const domainEventNames = (): ReadonlySet<string> =>
  new Set([...readFileSync('contract/kernel/domain-events.ts', 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(([, name = '']) => name));

type Modules = Readonly<Record<string, ServerModule>>;
const folderOf = (module: string): string => module.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Writes docs/generated/events.md from the source and from what the modules register. */
export function writeEventsPage(modules: Modules): string {
  const flow = new EventFlow();
  const domainEvents = domainEventNames();
  const published = flow
    .mentions(new Set([...domainEvents, ...topicNames]))
    .filter(({ call }) => /^(enqueueJob|emit_job|publishEvents?)$/.test(call));
  const sent = flow.mentions(eventNames).filter(({ call }) => !/^(enqueueJob|publishEvents?|where|from|unscopedTable)$/.test(call));
  const publishers = (name: string, calls: RegExp) =>
    unique([...published.filter((one) => one.name === name && calls.test(one.call)).map(({ at }) => at.module), ...inDatabase(name, calls)]);

  const reaction = (module: string, name: string): string => {
    const reached = flow.reaction(folderOf(module), name);
    const inside = ({ at }: { readonly at: { readonly name: string; readonly file: string; readonly text: string } }) =>
      [...reached].some((one) => one.file === at.file && (one.name === at.name ? one.name !== '' : one.name === '' && at.text.includes(one.text)));
    const messages = unique(sent.filter((one) => inside(one) && isRun(reached, one)).map((one) => one.name));
    return `**${module}**${messages.length > 0 ? `: ${messages.join(', ')}` : ''}`;
  };
  const reactions = (name: string, registered: (module: ServerModule) => object) =>
    Object.entries(modules)
      .filter(([, module]) => name in registered(module))
      .map(([module]) => reaction(module, name));
  const row = (name: string, calls: RegExp, registered: (module: ServerModule) => object) => {
    const all = reactions(name, registered);
    return [`\`${name}\``, listed(publishers(name, calls)), all.length === 0 ? '–' : all.join('<br>')];
  };
  const columns = ['event', 'published by', 'modules that react, with their possible messages'];
  const followed = (module: ServerModule) => ({ ...module.batchEventHandlers, ...module.eventHandlers });
  const handled = (module: ServerModule) => ({ ...module.handlersMany?.(noServices), ...module.handlers?.(noServices) });

  return `# Events

Every event and its effects in other modules, read from the source and from what the modules register (\`eventHandlers\`, \`handlers\`, texts). The messages of a handler are found by the names in its code, so they are possible messages. Written by \`npm run gen\`. A test checks that it is up to date.

## In the same transaction

\`publishEvent()\` in one module runs the \`eventHandlers\` of the other modules (contract/kernel/domain-events.ts). If a handler refuses, the whole transaction is rolled back.

${table(
  columns,
  [...domainEvents].sort().map((name) => row(name, /^publishEvents?$/, followed)),
)}
## After the commit

\`enqueueJob()\` stores a job in the transaction. A worker runs the only handler of its topic, at least once.

${table(
  columns,
  [...topicNames].sort().map((name) => row(name, /^(enqueueJob|emit_job)$/, handled)),
)}
## Messages

Every message with its channels, the modules that send it and its recipients (server/notification/recipients.ts). \`money\` and \`always\` messages ignore quiet hours. \`binds\` messages are not limited in number.

${table(
  ['message', 'group', 'channels', 'sent by', 'recipients'],
  Object.entries(eventShapes).map(([name, { group, channels, ...flags }]) => {
    const own = sent.filter((one) => one.name === name);
    const marks = (['always', 'binds', 'money'] as const).filter((flag) => flags[flag]);
    const reached = unique(own.flatMap((one) => [...flow.audienceOf(one)].map((step) => readers[step] ?? step)));
    return [
      `\`${name}\``,
      group,
      [...channels, ...marks.map((flag) => `*${flag}*`)].join(', '),
      listed(unique(own.map(({ at }) => at.module))),
      listed(reached),
    ];
  }),
)}`;
}

/** If a declaration contains several handlers, only messages of the one that runs count. */
function isRun(
  reached: ReadonlySet<{ readonly name: string; readonly text: string }>,
  { name, at }: { readonly name: string; readonly at: { readonly name: string } },
): boolean {
  return [...reached].some((one) => (one.name === '' || one.name === at.name) && one.text.includes(`'${name}'`));
}

/** Database triggers publish events too. */
const inDatabase = (name: string, calls: RegExp): string[] =>
  calls.test('emit_job') && globSync('server/db/migrations/*').some((file) => readFileSync(file, 'utf8').includes(`emit_job('${name}'`))
    ? ['the database']
    : [];
