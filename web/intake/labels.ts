import type { FurnishingKind } from '#contract/catalogue/kinds.ts';
import type { IntakeChange } from '#contract/intake/calls.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import { formatPhone } from '#contract/kernel/phone-text.ts';
import { unitFieldLabels, unitFurnishingLabels } from '#contract/unit/labels.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { formatRentBalance } from '#web/unit/words.ts';
import { m } from '#words/messages.js';

/** The display names of the fields of a landlord's sheet. */
export const intakeFieldNames: Readonly<Record<IntakeField, () => string>> = {
  ...unitFieldLabels,
  property: m.intake_building,
  // In a rent roll, "jengo" means the property.
  block: m.intake_block,
  tenant: m.intake_tenant,
  phone: m.intake_phone,
  since: m.intake_since,
  balance: m.intake_balance,
  deposit_held: m.intake_deposit_held,
};

const shown: Readonly<Partial<Record<IntakeField, (value: string | number | boolean) => string>>> = {
  rent: (cents) => formatKes(Number(cents)),
  deposit: (cents) => formatKes(Number(cents)),
  service_charge: (cents) => formatKes(Number(cents)),
  deposit_held: (cents) => formatKes(Number(cents)),
  balance: (cents) => formatRentBalance(Number(cents)),
  phone: (number) => formatPhone(String(number)),
  since: (day) => formatDate(String(day)),
  available_from: (day) => formatDate(String(day)),
  furnished: (kind) => unitFurnishingLabels[kind as FurnishingKind](),
  occupied: (is) => (is ? m.intake_lived() : m.intake_vacant()),
};
/** The current and the new value in display format. */
export const formatIntakeChange = ({ field, from, to }: IntakeChange): string => {
  const text = (value: IntakeChange['from']) => (value === null || value === '' ? m.unit_none() : (shown[field]?.(value) ?? String(value)));
  return m.intake_changed({ field: intakeFieldNames[field](), from: text(from), to: text(to) });
};
