import { m } from '#words/messages.js';

/** What the log says of meters, their prices and what was bought. */
export const meterFields = {
  text: m.meter_field_text,
  month: m.meter_month,
  bad: m.meter_field_bad,
  installed_on: m.meter_field_installed,
  made: m.meter_field_made,
  number: m.meter_field_number,
  on_day: m.meter_field_day,
  file_id: m.meter_photo,
  multiplier: m.meter_field_multiplier,
  digits: m.meter_field_digits,
  sealed_on: m.meter_field_sealed,
  prepaid: m.meter_field_prepaid,
  bands: m.meter_field_bands,
  fixed_cents: m.meter_tariff_fixed,
  minimum_cents: m.meter_tariff_minimum,
  tax_code: m.meter_tariff_tax,
  valid_from: m.meter_tariff_valid_from,
  quantity: m.meter_purchase_amount,
  cents: m.meter_purchase_cost,
  supplier: m.meter_purchase_supplier,
} as const;
