import type { Insertable, Selectable, SelectType, Updateable } from 'kysely';
import { expectTypeOf, test } from 'vitest';
import type { Cents } from '#contract/money/cents.ts';
import type { DB } from './types.gen.ts';

/** Money columns whose type accepts or returns any number. */
type Loose = {
  [T in keyof DB]: {
    [C in keyof DB[T]]: C extends `${string}_cents` ? (NonNullable<SelectType<DB[T][C]>> extends Cents ? never : `${T}.${C}`) : never;
  }[keyof DB[T]];
}[keyof DB];

test('database types: the compiler treats money columns as cents when reading and writing', () => {
  expectTypeOf<Loose>().toBeNever();
  expectTypeOf<Selectable<DB['listing']>['price_cents']>().toEqualTypeOf<Cents>();
  expectTypeOf<number>().not.toExtend<Insertable<DB['listing']>['price_cents']>();
  expectTypeOf<number>().not.toExtend<Updateable<DB['unit']>['rent_cents']>();
});
