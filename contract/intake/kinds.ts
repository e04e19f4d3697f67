import { sheetLimits } from '#contract/importer/limits.ts';
import { type UnitField, unitFields } from '#contract/unit/kinds.ts';

/** The fields of a landlord's sheet: building, unit, occupant and balance. */
const aboutPeople = ['tenant', 'phone', 'since', 'balance', 'deposit_held'] as const;
export const intakeFields = ['property', ...unitFields, ...aboutPeople] as const;
export type IntakeField = (typeof intakeFields)[number];
export const isUnitField = (field: IntakeField): field is UnitField => (unitFields as readonly string[]).includes(field);

/** A sheet may describe at most this many new properties. */
export const intakeLimits = { ...sheetLimits, properties: 40 } as const;

/** Days in which an occupant who was marked as moved out can be moved back in. */
export const moveOutReversalDays = 7;

/** What a sheet does to an existing unit. */
export const existingUnitModes = ['leave', 'update'] as const;
export type ExistingUnitMode = (typeof existingUnitModes)[number];
/** The result of a row: a new unit, an updated one, no difference, left unchanged, or an error. */
export const intakeRowOutcomes = ['new', 'update', 'same', 'there', 'wrong'] as const;
export type IntakeRowOutcome = (typeof intakeRowOutcomes)[number];
