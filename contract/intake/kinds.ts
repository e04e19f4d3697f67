import { bodyBytes } from '#contract/kernel/body.ts';
import { type UnitField, unitFields } from '#contract/unit/kinds.ts';

/** What a column of a landlord's own sheet may hold: whose building, what a unit is, who lives there and what they owe. */
const aboutPeople = ['tenant', 'phone', 'since', 'balance', 'deposit_held'] as const;
export const intakeFields = ['property', ...unitFields, ...aboutPeople] as const;
export type IntakeField = (typeof intakeFields)[number];
export const isUnitField = (field: IntakeField): field is UnitField => (unitFields as readonly string[]).includes(field);

/**
 * A file of 5 MB that unfolds to at most 60; as many rows as are written in one step that can be undone, and of them as much text as a call
 * takes, with room for what is said beside them (where forty new properties are, the name of the file).
 */
export const intakeLimits = {
  fileBytes: 5_000_000,
  unfolded: 60_000_000,
  sheets: 20,
  sheetRows: 5000,
  columns: 60,
  rows: 1000,
  sentBytes: bodyBytes - 24_000,
  properties: 40,
  cell: 300,
} as const;

/** For so many days somebody who was said to have left moves back in where it was said. */
export const backDays = 7;

/** For so many days rows that were left out can be read and mended; they hold names and numbers of people. */
export const leftDays = 30;

/** Why a row of the sheet is not taken for a unit. */
export const leftOut = ['total', 'note'] as const;
export type LeftOut = (typeof leftOut)[number];

/** What a sheet does to a unit that is there already. */
export const existingModes = ['leave', 'update'] as const;
export type ExistingMode = (typeof existingModes)[number];
/** What becomes of a line: a new unit, changes of one that is there, nothing new, left as it is, or nothing at all. */
export const rowFates = ['new', 'update', 'same', 'there', 'wrong'] as const;
export type RowFate = (typeof rowFates)[number];
