import { type InvoiceTaxCode, invoiceTaxCodes } from '#contract/invoice/kinds.ts';
import { invoiceTaxCodeLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';

const vat: readonly InvoiceTaxCode[] = ['B', 'E'];
/** The tax codes a line may use: none for a company without VAT registration. An agent bills for many companies, which the server checks. */
export function useTaxCodes() {
  const { layout } = useDashboard();
  const { data } = useCall(invoiceRunCalls.invoiceSettings, {}, { quiet: true });
  const without = layout === 'owner' && data?.vat_registered === false;
  return invoiceTaxCodes
    .filter((code) => !(without && vat.includes(code)))
    .map((value) => ({ value, label: `${value} · ${invoiceTaxCodeLabels[value]()}` }));
}
