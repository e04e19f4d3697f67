import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A top-level declaration of a file and the module that it belongs to. */
type Declaration = { readonly name: string; readonly file: string; readonly module: string; readonly text: string };
/** An event name in the source, with the declaration that contains it and the call of which it is an argument. */
type Mention = { readonly name: string; readonly call: string; readonly args: string; readonly at: Declaration };
/** An imported name: the exported name and its file. */
type Import = { readonly name: string; readonly from: string };

const moduleOf = (file: string): string => file.split('/')[1] ?? '';
const isProduct = (file: string): boolean => !/\.test\.ts$|\.gen\.ts$|^server\/(db|kernel)\//.test(file);

/** Biome starts every top-level declaration at the first column, so the text between two declarations belongs to the first. */
function declarationsIn(file: string): Declaration[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/ .*$/gm, '');
  const heads = [...text.matchAll(/^(?:export )?(?:async )?(type|import|export|function|const|class)\b ?(\w+)?/gm)];
  return heads
    .map((head, i) => ({
      kind: head[1],
      name: head[2] ?? '',
      file,
      module: moduleOf(file),
      text: text.slice(head.index, heads[i + 1]?.index ?? text.length),
    }))
    .filter(({ kind }) => kind === 'function' || kind === 'const' || kind === 'class');
}

/** The call around a position: its name and its arguments, empty if there is no call. */
function callAround(text: string, position: number): Pick<Mention, 'call' | 'args'> {
  let depth = 0;
  for (let at = position; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] !== '(' || depth-- > 0) continue;
    const call = /(\w+)(?:<[\w\s,|'.]*>)?$/.exec(text.slice(0, at))?.[1];
    if (call) return { call, args: text.slice(at, endOf(text, at)) };
    depth = 0;
  }
  return { call: '', args: '' };
}
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{' || text[at] === '[') depth++;
    if ((text[at] === ')' || text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
/** Methods of database queries, in which a name with a dot is a column and not an event. */
const columns = /^(select|where|whereRef|orderBy|groupBy|eb|ref|on|onRef|innerJoin|leftJoin|has|includes|not|val|max|min|sum)$/;

/** Reads from the source, without running it, which module publishes an event, which modules react and which audience is notified. */
export class EventFlow {
  readonly #all: readonly Declaration[];
  readonly #byName = new Map<string, Declaration[]>();
  readonly #imports = new Map<string, ReadonlyMap<string, Import>>();
  readonly #used = new Map<string, readonly Declaration[]>();

  constructor() {
    const files = globSync('server/*/**/*.ts')
      .map((file) => file.replaceAll('\\', '/'))
      .filter(isProduct)
      .sort();
    this.#all = files.flatMap(declarationsIn);
    for (const one of this.#all) this.#byName.set(one.name, [...(this.#byName.get(one.name) ?? []), one]);
    for (const file of files) this.#imports.set(file, importsOf(file));
  }

  /** Finds the places where one of these names is used as a value: not as an object key, in a type, in a comparison or in a message text. */
  mentions(names: ReadonlySet<string>): Mention[] {
    return this.#all
      .filter(({ file }) => !file.endsWith('/texts.ts') && !file.endsWith('-texts.ts'))
      .flatMap((at) =>
        [...at.text.matchAll(/(?<!\w\[|[!=]== |\| )'([a-z_]+(?:\.[a-z_0-9]+)*)'(?!\]?:| \| )/g)]
          .filter(([, name = '']) => names.has(name))
          .map((match) => ({ name: match[1] ?? '', ...callAround(at.text, match.index), at }))
          .filter(({ name, call }) => !columns.test(call) && (name.includes('.') || call.startsWith('notify'))),
      );
  }

  /** The function that a name refers to in a file: one of the file itself, or one of a module that the file imports from. */
  #declared(name: string, { file, module }: Pick<Declaration, 'file' | 'module'>): Declaration | undefined {
    const imported = this.#imports.get(file)?.get(name);
    const known = this.#byName.get(imported?.name ?? name) ?? [];
    if (imported === undefined) return known.find((one) => one.file === file);
    const { from } = imported;
    return (
      known.find((one) => one.file === from) ??
      known.find((one) => one.module === moduleOf(from) && (from.endsWith('/service.ts') || one.module === module))
    );
  }

  /** The functions that a piece of code names. */
  #usedIn(text: string, at: Pick<Declaration, 'file' | 'module'>): readonly Declaration[] {
    const key = `${at.file}\n${text}`;
    const known = this.#used.get(key);
    if (known) return known;
    const names = new Set([...text.matchAll(/\b(\w+)\b(?!['"`:])/g)].map(([, name = '']) => name));
    const used = [...names].flatMap((name) => this.#declared(name, at) ?? []);
    this.#used.set(key, used);
    return used;
  }
  /** All functions that run when a piece of code runs, as far as names can be followed. */
  #reached(text: string, at: Pick<Declaration, 'file' | 'module'>, seen = new Set<Declaration>(), into: (one: Declaration) => boolean = () => true) {
    for (const next of this.#usedIn(text, at)) {
      if (seen.has(next) || !into(next)) continue;
      seen.add(next);
      this.#reached(next.text, next, seen, into);
    }
    return seen;
  }

  /** The code that a module runs for one key of its registry (`eventHandlers`, `handlers`): the value behind the key, in any of its files. */
  reaction(module: string, key: string): ReadonlySet<Declaration> {
    const found = new Set<Declaration>();
    for (const one of this.#all.filter((each) => each.module === module))
      for (const match of one.text.matchAll(new RegExp(`'${key.replaceAll('.', '\\.')}'(?:\\]?): |'${key.replaceAll('.', '\\.')}'\\(`, 'g'))) {
        const start = match.index + match[0].length;
        const value = { ...one, name: '', text: one.text.slice(start, valueEnd(one.text, start)) };
        found.add(value);
        this.#reached(value.text, one, found);
      }
    return found;
  }

  /**
   * The recipients of a message: the audience steps in the call and its helpers, otherwise in the same declaration, otherwise where that declaration
   * is used.
   */
  audienceOf({ call, args, at }: Mention, depth = 0): ReadonlySet<string> {
    const helper = /^notify(Audience|Person|Batch)$/.test(call) ? undefined : this.#declared(call, at);
    const builds = (one: Declaration) =>
      one.module === at.module &&
      (one.file === helper?.file || one.name.startsWith('notify') || /\bcreateNotificationAudience\(\)|\bNotificationAudience\b/.test(one.text));
    const withHelpers = (text: string, of: Declaration) => [text, ...[...this.#reached(text, of, new Set(), builds)].map((one) => one.text)];
    const inCall = stepsIn([call, ...withHelpers(args, at), ...(helper ? withHelpers(helper.text, helper) : [])].join('\n'));
    if (inCall.size > 0) return inCall;
    const beside = stepsIn(withHelpers(at.text, at).join('\n'));
    if (beside.size > 0 || depth > 0 || at.name === '') return beside;
    const users = this.#all.filter((one) => one.module === at.module && one !== at && this.#usedIn(one.text, one).includes(at));
    return new Set(users.flatMap((one) => [...this.audienceOf({ name: '', ...callAround(one.text, one.text.indexOf(at.name)), at: one }, 1)]));
  }
}

/** The steps of server/notification/recipients.ts. `readListingContacts` is the contact of a listing, otherwise the heads of its owner. */
const steps =
  /\.(heads|managers|holders|superadmins|platform|dealers|tenants|people|person|active|readers)\(|\b(readListingContacts)\(|\b(notifyBatch)\b/g;
const stepsIn = (text: string): Set<string> => {
  const found = new Set([...text.matchAll(steps)].flatMap(([, step, listed, many]) => step ?? listed ?? many ?? []));
  const isBuilt = /\bcreateNotificationAudience\(\)|\bnotifyBatch\b/.test(text);
  return isBuilt ? found : new Set(/\b(?:personId|phone|email)\b/.test(text) && /\bnotifyPerson\b/.test(text) ? ['person'] : []);
};

/** The value of an object key ends at the next comma or bracket of the same depth. */
function valueEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{' || text[at] === '[') at = endOf(text, at) - 1;
    else if (text[at] === ',' || text[at] === '}' || text[at] === ')') return at;
  }
  return text.length;
}

/** Imports by the name that the file uses, which may differ from the exported name (`import { a as b }`). */
function importsOf(file: string): ReadonlyMap<string, Import> {
  const names = new Map<string, Import>();
  for (const [, what = '', path = ''] of readFileSync(file, 'utf8').matchAll(/^import (?:type )?\{([^}]*)\} from '([#.][^']+)'/gm)) {
    const from = path.startsWith('#') ? path.slice(1) : join(dirname(file), path).replaceAll('\\', '/');
    for (const [, name = '', alias = name] of what.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g)) names.set(alias, { name, from });
  }
  return names;
}
