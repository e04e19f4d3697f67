import type { ZodType } from 'zod';
import type { CallShape } from '#contract/kernel/call.ts';

/** What people who mean no good send, and what clients send by mistake. */
const texts = ['', '-1', '0', '1e309', 'NaN', '99999999999999999999', "1' or '1'='1", '1;drop table policy', '\u0000', '%', 'x'.repeat(10_000)];
export const hostile: readonly unknown[] = [...texts, { a: '1' }, ['1', '2']];

export type Field = { readonly name: string; readonly schema: ZodType; readonly inAddress: boolean };
export const fieldsOf = ({ query, body }: CallShape): Field[] =>
  [query, body].flatMap((part) =>
    Object.entries(part?.shape ?? {}).map(([name, schema]) => ({ name, schema: schema as ZodType, inAddress: part === query })),
  );
/** What arrives of a value: a form has texts alone, and an address says nothing of an empty one. */
export const wired = (call: CallShape, { inAddress }: Field, value: unknown): unknown =>
  inAddress && value === '' ? undefined : call.upload && !inAddress ? String(value) : value;
/** Whether a field takes a value as far as its schema goes: what it takes has to be borne by what is behind it. */
export const takes = (call: CallShape, field: Field, value: unknown): boolean =>
  !JSON.stringify(value).includes('\\u0000') && field.schema.safeParse(wired(call, field, value)).success;
