import { z } from 'zod';
import { m } from '#words/messages.js';
import { type Permission, permissionActions, permissionDocuments } from './documents.ts';

const known = new Set<string>(permissionDocuments.flatMap((d) => permissionActions.map((a) => `${d}.${a}`)));
/** A permission in a role, e.g. `invoices.edit`; duplicates are dropped. */
export const grantsSchema = z
  .array(z.string())
  .max(known.size)
  .refine((all) => all.every((one) => known.has(one)), { error: () => m.access_problem_permission() })
  .transform((all) => [...new Set(all)].sort() as Permission[]);
export const permissionSchema = z.string() as unknown as z.ZodType<Permission>;
