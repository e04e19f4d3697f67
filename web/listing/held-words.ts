import type { TermLevel, TermName } from '#contract/catalogue/terms.ts';
import { m } from '#words/messages.js';
import { powerNames, waterNames } from './words.ts';

/** Where an inherited term stands, as a line below its field. */
export const levelNames: Readonly<Record<TermLevel, () => string>> = {
  unit: m.unit_from_unit,
  type: m.unit_from_type,
  property: m.unit_from_property,
};
export const termLabels: Readonly<Record<TermName, () => string>> = {
  rent: m.unit_rent,
  deposit: m.unit_deposit,
  service_charge: m.unit_service_charge,
  water: m.unit_water,
  power: m.unit_power,
};
const named = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;
export const waterSaid = (kinds: readonly string[]) => kinds.map((kind) => named(waterNames, kind)).join(', ');
export const powerSaid = (kind: string) => named(powerNames, kind);
