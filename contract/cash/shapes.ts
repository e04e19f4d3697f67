import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { cashDepositStates } from './kinds.ts';

/** A cash payment that a company holds for Makao's clients. */
export const HeldCash = z.object({ id: z.number(), code: z.string(), cents: z.number(), on: day, home: z.string() });
export type HeldCash = z.output<typeof HeldCash>;

export const CashDeposit = z.object({
  id: z.number(),
  code: z.string(),
  company: z.object({ id: z.number(), name: z.string() }),
  /** The bank account of Makao that the cash was paid into. */
  account: z.object({ id: z.number(), name: z.string() }),
  status: z.enum(cashDepositStates),
  cents: z.number(),
  paid_on: day,
  /** The reference on the slip. */
  reference: z.string(),
  /** A link to the picture of the slip, valid for some minutes; null until it is added. */
  slip: z.string().nullable(),
  payments: z.array(z.object({ id: z.number(), code: z.string(), cents: z.number() })),
  by: z.string().nullable(),
  /** The day of the statement line that shows the deposit. */
  banked_on: day.nullable(),
  created_at: moment,
  /** Whether the caller may add a slip and withdraw the deposit. */
  may_change: z.boolean(),
  /** Whether the caller may withdraw the deposit for Makao. */
  may_withdraw: z.boolean(),
});
export type CashDeposit = z.output<typeof CashDeposit>;
