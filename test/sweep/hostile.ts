import type { ZodType } from 'zod';
import type { CallShape } from '#contract/kernel/call.ts';

/** Hostile inputs, and mistakes of clients. */
const texts = ['', '-1', '0', '1e309', 'NaN', '99999999999999999999', "1' or '1'='1", '1;drop table policy', '\u0000', '%', 'x'.repeat(10_000)];
export const hostileValues: readonly unknown[] = [...texts, { a: '1' }, ['1', '2']];

export type SweptField = { readonly name: string; readonly schema: ZodType; readonly inAddress: boolean };
export const listSweptFields = ({ query, body }: CallShape): SweptField[] =>
  [query, body].flatMap((part) =>
    Object.entries(part?.shape ?? {}).map(([name, schema]) => ({ name, schema: schema as ZodType, inAddress: part === query })),
  );
/** A value as it is transmitted: a form has texts only, and an address omits empty values. */
export const toTransmittedValue = (call: CallShape, { inAddress }: SweptField, value: unknown): unknown =>
  inAddress && value === '' ? undefined : call.upload && !inAddress ? String(value) : value;
/** Whether the schema of a field accepts a value: the code behind it must handle every accepted value. */
export const isAcceptedBySchema = (call: CallShape, field: SweptField, value: unknown): boolean =>
  !JSON.stringify(value).includes('\\u0000') && field.schema.safeParse(toTransmittedValue(call, field, value)).success;
