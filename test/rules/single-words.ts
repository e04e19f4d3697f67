import type { CallShape } from '#contract/kernel/call.ts';
import { callTable } from '#server/modules.ts';

/** Names that React Router reads from a route file. */
const routeExports = new Set(['loader', 'action', 'handle', 'meta', 'links', 'headers']);
/** Keys of API calls. A handler has the name of its call and is read as `service.create` or `policyCalls.create`. */
const callKeys = new Set(Object.values(callTable).flatMap((calls) => Object.keys(calls as Record<string, CallShape>)));

/** Exported names of one lower-case word. A search for such a name has too many results, because it does not name its subject. */
export function findSingleWordNames(code: string, file: string): string[] {
  const names = [...code.matchAll(/^export (?:async )?(?:const|let|function\*?|class) ([a-z]+)\b(?!\w)/gm)].map(([, name = '']) => name);
  return names.filter((name) => !routeExports.has(name) && !(file.startsWith('server/') && callKeys.has(name)));
}

/** Exported types and interfaces of one word. `Party` does not name its document, `AgreementParty` does. */
export function findSingleWordTypes(code: string): string[] {
  return [...code.matchAll(/^export (?:declare )?(?:type|interface) ([A-Z][a-z0-9]*)\b/gm)].map(([, name = '']) => name);
}
