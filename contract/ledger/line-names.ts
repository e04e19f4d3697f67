import { m } from '#words/messages.js';

/** What a line of an invoice is called by its kind: in the books, on invoices, wherever money is named. */
export const lineNames = {
  rent: m.invoice_line_rent,
  deposit: m.invoice_line_deposit,
  service: m.invoice_line_service,
  water: m.invoice_line_water,
  power: m.invoice_line_power,
  garbage: m.invoice_line_garbage,
  security: m.invoice_line_security,
  parking: m.invoice_line_parking,
  internet: m.invoice_line_internet,
  discount: m.invoice_line_discount,
  agent_fee: m.invoice_line_agent_fee,
  late_fee: m.invoice_line_late_fee,
  damage: m.invoice_line_damage,
  rounding: m.invoice_line_rounding,
  other: m.invoice_line_other,
} as const satisfies Readonly<Record<string, () => string>>;
/** By its kind where it is one, else as somebody wrote it. */
export const lineNameOf = (what: string): string => Object.entries(lineNames).find(([kind]) => kind === what)?.[1]() ?? what;
