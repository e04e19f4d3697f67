import { sheetLimits } from '#contract/importer/limits.ts';
import { type UnitField, unitFields } from '#contract/unit/kinds.ts';

/** What a column of a landlord's own sheet may hold: whose building, what a unit is, who lives there and what they owe. */
const aboutPeople = ['tenant', 'phone', 'since', 'balance', 'deposit_held'] as const;
export const intakeFields = ['property', ...unitFields, ...aboutPeople] as const;
export type IntakeField = (typeof intakeFields)[number];
export const isUnitField = (field: IntakeField): field is UnitField => (unitFields as readonly string[]).includes(field);

/** A sheet may also describe this many properties that are new. */
export const intakeLimits = { ...sheetLimits, properties: 40 } as const;

/** For so many days somebody who was said to have left moves back in where it was said. */
export const backDays = 7;

/** What a sheet does to a unit that is there already. */
export const existingModes = ['leave', 'update'] as const;
export type ExistingMode = (typeof existingModes)[number];
/** What becomes of a line: a new unit, changes of one that is there, nothing new, left as it is, or nothing at all. */
export const rowFates = ['new', 'update', 'same', 'there', 'wrong'] as const;
export type RowFate = (typeof rowFates)[number];
