import type { Furnishing } from '#contract/catalogue/kinds.ts';
import type { IntakeChange } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import { shownPhone } from '#contract/kernel/phone-text.ts';
import { furnishingNames, fieldNames as unitFieldNames } from '#contract/unit/labels.ts';
import { date, kes } from '#web/ui/format.ts';
import { owedText } from '#web/unit/words.ts';
import { m } from '#words/messages.js';

/** What a column of a landlord's sheet may hold, as people call it. */
export const fieldNames: Readonly<Record<IntakeField, () => string>> = {
  ...unitFieldNames,
  property: m.intake_building,
  // In a rent roll "jengo" is the property.
  block: m.intake_block,
  tenant: m.intake_tenant,
  phone: m.intake_phone,
  since: m.intake_since,
  balance: m.intake_balance,
  deposit_held: m.intake_deposit_held,
};

const shown: Readonly<Partial<Record<IntakeField, (value: string | number | boolean) => string>>> = {
  rent: (cents) => kes(Number(cents)),
  deposit: (cents) => kes(Number(cents)),
  service_charge: (cents) => kes(Number(cents)),
  deposit_held: (cents) => kes(Number(cents)),
  balance: (cents) => owedText(Number(cents)),
  phone: (number) => shownPhone(String(number)),
  since: (day) => date(String(day)),
  available_from: (day) => date(String(day)),
  furnished: (kind) => furnishingNames[kind as Furnishing](),
  occupied: (is) => (is ? m.intake_lived() : m.intake_vacant()),
};
/** What is there and what comes instead, as people write it. */
export const changeText = ({ field, from, to }: IntakeChange): string => {
  const text = (value: IntakeChange['from']) => (value === null || value === '' ? m.unit_none() : (shown[field]?.(value) ?? String(value)));
  return m.intake_changed({ field: fieldNames[field](), from: text(from), to: text(to) });
};
