import type { AccessRequirement } from '#contract/access/documents.ts';
import { allPermissions, defaultGrants } from '#contract/access/grants.ts';
import { listAllowedMoves, type StateMachine } from '#contract/kernel/machine.ts';
import { type Role, roleDisplayNames } from '#contract/kernel/roles.ts';
import { statusMachines } from '#contract/machines.ts';
import { screenAddresses } from '#contract/screens.ts';
import type { CallTable, ServerModule } from '../module.ts';
import { writeControlsPage } from './controls-page.ts';
import { writeEventsPage } from './event-docs.ts';

/** The pages of docs/generated, printed from the contract. A test compares the files with this output. */
export function generatedDocs(callTable: CallTable, modules: Readonly<Record<string, ServerModule>>): Record<string, string> {
  const contract = {
    'routes.md': routesPage(),
    'permissions.md': permissionsPage(),
    'machines.md': machinesPage(),
    'calls.md': callsPage(callTable),
  };
  return { ...contract, 'events.md': writeEventsPage(modules), '../controls.md': writeControlsPage(callTable, needsOf) };
}

const head = (title: string, lead: string) => `# ${title}\n\n${lead} Written by \`npm run gen\`. A test checks that it is up to date.\n\n`;
const table = (columns: string[], rows: string[][]) =>
  `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n${rows.map((r) => `| ${r.join(' | ')} |`).join('\n')}\n`;
const needsOf = (needs: AccessRequirement) =>
  typeof needs === 'string'
    ? needs
    : 'only' in needs
      ? `only ${needs.only.join(', ')}${needs.with ? ` with ${needs.with.join('.')}` : ''}`
      : needs.join('.');

const routesPage = () =>
  head('Routes', `${screenAddresses.length} addresses of ${new Set(screenAddresses.map((a) => a.key)).size} screens.`) +
  table(
    ['address', 'layout', 'screen', 'needs', 'view'],
    screenAddresses.map((a) => [
      `\`${a.path}\``,
      a.layout,
      a.key + (a.screen.ours ? ' (not in the specification)' : ''),
      needsOf(a.screen.needs),
      `web/${a.screen.view}.tsx`,
    ]),
  );

function permissionsPage(): string {
  const roles = Object.keys(defaultGrants).filter((role) => defaultGrants[role as Role].size > 0) as Role[];
  const documents = [...new Set(allPermissions.map((p) => p.split('.')[0] as string))];
  const cell = (role: Role, doc: string) =>
    ['create', 'read', 'edit', 'delete'].map((a) => ((defaultGrants[role] as ReadonlySet<string>).has(`${doc}.${a}`) ? a[0] : '·')).join('');
  return (
    head(
      'Permissions',
      'The default permissions of each user type: c(reate), r(ead), e(dit), d(elete). Staff have the permissions of their role in the database.',
    ) +
    table(
      ['document', ...roles.map((r) => roleDisplayNames[r])],
      documents.map((doc) => [doc, ...roles.map((role) => `\`${cell(role, doc)}\``)]),
    )
  );
}

const machinesPage = () =>
  head('Machines', 'The states of each record with their values on the wire, and the moves between them.') +
  statusMachines
    .map((m: StateMachine) => {
      const states = Object.entries(m.states).map(([name, wire]) => `${name} ${wire}${name === m.start ? ' (start)' : ''}`);
      const moves = Object.entries(m.moves).map(([name, move]) => [name, move.from.join(', '), move.to, move.by.join(', ')]);
      const ends = Object.keys(m.states).filter((s) => !Object.values(m.moves).some((move) => move.from.includes(s)));
      const clock = Object.keys(m.states).flatMap((s) => listAllowedMoves(m, s, 'clock'));
      return `## ${m.table}\n\n${states.join(' · ')}${ends.length ? `. Final: ${ends.join(', ')}` : ''}${clock.length ? `. Automatic: ${clock.join(', ')}` : ''}\n\n${table(['move', 'from', 'to', 'by'], moves)}`;
    })
    .join('\n');

const callsPage = (callTable: CallTable) =>
  head('Calls', 'Every call of the API. `/api/openapi.json` describes the fields.') +
  Object.entries(callTable)
    .map(
      ([module, calls]) =>
        `## ${module}\n\n${table(
          ['call', 'needs', 'summary', 'errors'],
          Object.values(calls).map((c) => [`\`${c.method} ${c.path}\``, needsOf(c.needs), c.summary, c.fails.join(', ')]),
        )}`,
    )
    .join('\n');
