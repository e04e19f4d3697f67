import type { Writable } from 'node:stream';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';

/**
 * Runs a statement that is prepared by name. The driver would request the columns each time, build their readers again and send four packets. This
 * code requests them once per connection and sends one packet. PostgreSQL refuses a prepared statement whose columns have changed (0A000), so the
 * cached columns stay valid as long as the name does.
 */
type Field = pg.FieldDef;
type Row = Record<string, unknown>;
type Columns = { readonly fields: Field[]; readonly readers: ((text: string) => unknown)[]; readonly blank: Row };
/** The columns of the statements prepared on a connection, by name. */
export type KnownStatements = Map<string, Columns>;
export type StatementResult = { command: string; rowCount: number | null; oid: number | null; rows: Row[]; fields: Field[] };
export type StatementCallback = (problem: Error | null, answer?: StatementResult) => void;

type Wire = { readonly stream: Writable; readonly parsedStatements: Record<string, string | undefined>; sendCopyFail(why: string): void };

const nothing: Columns = { fields: [], readers: [], blank: {} };
const last = Buffer.concat([serialize.execute(), serialize.sync()]);
const described = Buffer.concat([serialize.describe({ type: 'P', name: '' }), last]);

export class PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** The driver reads this property. */
  readonly callback: StatementCallback;
  readonly values: readonly unknown[];
  readonly #known: KnownStatements;
  #columns: Columns = nothing;
  readonly #answer: StatementResult = { command: '', rowCount: null, oid: null, rows: [], fields: [] };
  #problem: Error | null = null;

  constructor(known: KnownStatements, name: string, text: string, values: readonly unknown[], done: StatementCallback) {
    this.name = name;
    this.text = text;
    this.callback = done;
    this.values = values;
    this.#known = known;
  }

  /** A value that cannot be sent is reported, not thrown, so the driver continues with the next statement. */
  submit({ stream, parsedStatements }: Wire): Error | null {
    try {
      const bind = serialize.bind({ statement: this.name, values: [...this.values], valueMapper: utils.prepareValue });
      // Read now and not when the statement was queued, because the same text may have run since.
      const learnt = this.#known.get(this.name);
      if (learnt) this.#columns = learnt;
      const rest = learnt ? last : described;
      const parse = parsedStatements[this.name] === undefined ? [serialize.parse({ name: this.name, text: this.text })] : [];
      if (stream.writable) stream.write(Buffer.concat([...parse, bind, rest]));
      return null;
    } catch (problem) {
      return problem instanceof Error ? problem : new Error(String(problem));
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const readers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown);
    this.#columns = { fields, readers, blank: Object.fromEntries(fields.map(({ name }) => [name, null])) };
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    if (this.#problem) return;
    const { fields, readers, blank } = this.#columns;
    const row: Row = { ...blank };
    try {
      for (let at = 0; at < texts.length; at += 1) {
        const text = texts[at] as string | null;
        if (text !== null) row[(fields[at] as Field).name] = (readers[at] as (text: string) => unknown)(text);
      }
      this.#answer.rows.push(row);
    } catch (problem) {
      this.#problem = problem as Error;
    }
  }

  /** "SELECT 10", "UPDATE 3", "INSERT 0 1". */
  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ');
    const count = words.length > 1 ? Number(words.at(-1)) : Number.NaN;
    this.#answer.command = words[0] ?? '';
    this.#answer.rowCount = Number.isNaN(count) ? null : count;
  }

  handleReadyForQuery(): void {
    this.#known.set(this.name, this.#columns);
    this.#answer.fields = this.#columns.fields;
    this.callback(this.#problem, this.#problem ? undefined : this.#answer);
  }

  handleError(problem: Error): void {
    this.callback(this.#problem ?? problem);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('No source stream defined');
  }
}
