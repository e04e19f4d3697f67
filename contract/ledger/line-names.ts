import { m } from '#words/messages.js';

/** The name of an invoice line by its kind: in the ledger, on invoices and wherever money is named. */
export const invoiceLineKindLabels = {
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
/** The name by kind if it is a kind, otherwise the text a person wrote. */
export const getInvoiceLineKindLabel = (what: string): string => Object.entries(invoiceLineKindLabels).find(([kind]) => kind === what)?.[1]() ?? what;
