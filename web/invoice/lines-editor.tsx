import { ActionIcon, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { manualInvoiceLineKinds } from '#contract/invoice/kinds.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { type InvoiceLineDraft, makeBlankInvoiceLine } from './new-lines.ts';
import { useTaxCodes } from './tax-codes.ts';
import { invoiceLineKindLabels } from './words.ts';

const most = 50;

/** The lines of an invoice; each can be edited or removed before it is issued. */
export function InvoiceLinesEditor({ lines, put }: { lines: readonly InvoiceLineDraft[]; put: (lines: readonly InvoiceLineDraft[]) => void }) {
  const taxes = useTaxCodes();
  const change = (key: number, changes: Partial<InvoiceLineDraft>) => put(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <div>
      {lines.map((line, at) => (
        <fieldset key={line.key} className={classes.line}>
          <legend className="sr-only">{m.invoices_line_nth({ n: at + 1 })}</legend>
          <NativeSelect
            label={m.invoices_line_kind()}
            value={line.kind}
            onChange={(event) => change(line.key, { kind: event.currentTarget.value as InvoiceLineDraft['kind'] })}
            data={manualInvoiceLineKinds.map((value) => ({ value, label: invoiceLineKindLabels[value]() }))}
          />
          <TextInput
            label={m.invoices_line_what()}
            placeholder={invoiceLineKindLabels[line.kind]()}
            value={line.label}
            maxLength={120}
            onChange={(event) => change(line.key, { label: event.currentTarget.value })}
          />
          <NumberInput
            label={m.invoices_line_qty()}
            value={line.qty}
            min={1}
            max={10_000}
            allowDecimal={false}
            hideControls
            onChange={(value) => change(line.key, { qty: Number(value) || 1 })}
          />
          <MoneyInput
            label={line.kind === 'discount' ? m.invoices_line_off() : m.invoices_line_each()}
            value={line.shillings}
            onChange={(value) => change(line.key, { shillings: Number(value) || 0 })}
          />
          <NativeSelect
            label={m.invoices_line_tax()}
            value={line.tax_code}
            onChange={(event) => change(line.key, { tax_code: event.currentTarget.value as InvoiceLineDraft['tax_code'] })}
            data={taxes}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            disabled={lines.length === 1}
            aria-label={m.invoices_line_remove({ n: at + 1 })}
            onClick={() => put(lines.filter(({ key }) => key !== line.key))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={lines.length >= most}
        onClick={() => put([...lines, makeBlankInvoiceLine(Math.max(0, ...lines.map(({ key }) => key)) + 1)])}
      >
        {m.invoices_line_add()}
      </Button>
    </div>
  );
}
