// Checks the project's size limits for all files known to git. Prints violations and exits with 1.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web', 'words', 'test', 'bin', 'bench', 'simulator'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((f) => /\.(ts|tsx|mjs)$/.test(f) && !f.includes('.gen.') && existsSync(f));
const problems = [];
const layerOf = (file) => file.split('/')[0];

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const product =
    ['contract', 'server', 'web'].includes(layerOf(file)) && !/\.test\.tsx?$/.test(file) && !file.startsWith('server/db/demo/policies/');
  const say = (what, at) => problems.push(`${file}${at ? `:${at}` : ''} ${what}`);
  if (lines.length > 301) say(`has ${lines.length - 1} lines; 300 are enough`);
  if (!product) continue;
  for (const [index, line] of lines.entries()) {
    if (/@ts-(ignore|expect-error|nocheck)/.test(line)) say('silences the compiler', index + 1);
    if (/:\s*any\b|\bas any\b/.test(line) && !line.trim().startsWith('*')) say('says any', index + 1);
    if (/\bprocess\.env\b/.test(line) && file !== 'server/kernel/env.ts') say('reads process.env outside server/kernel/env.ts', index + 1);
    if (/\b(TODO|FIXME|[Cc]oming soon|[Ll]orem ipsum)\b/.test(line)) say('puts something off', index + 1);
    const from =
      /from '(#(?:contract|server|web|test)\/[^']+|\.[^']+)'/.exec(line)?.[1] ?? /import\('(#(?:server|web|test)\/[^']+)'\)/.exec(line)?.[1];
    if (from?.startsWith('#test/')) say('imports a test', index + 1);
    if (layerOf(file) === 'web' && from?.startsWith('#server/')) say('reaches from web/ into server/', index + 1);
    if (layerOf(file) === 'server' && from?.startsWith('#web/')) say('reaches from server/ into web/', index + 1);
    if (
      layerOf(file) === 'contract' &&
      (from?.startsWith('#server/') || from?.startsWith('#web/') || /from '(node:|react|kysely|fastify)/.test(line))
    )
      say('reaches out of contract/', index + 1);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log(`${files.length} files within the size limits`);
