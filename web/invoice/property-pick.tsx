import { NativeSelect } from '@mantine/core';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { m } from '#words/messages.js';

type Props = {
  readonly value: number | null;
  readonly put: (id: number | null) => void;
  readonly all?: string;
  readonly label?: string;
  readonly error?: string | undefined;
};

/** Picks one of the managed properties; `all` is the label of "no property". */
export function PropertyPicker({ value, put, all, label = m.invoices_of_property(), error }: Props) {
  const found = useCall(propertyCalls.list, { page: 1, page_size: 100, z_filter: {} }, { quiet: true });
  return (
    <NativeSelect
      label={label}
      value={value === null ? '' : String(value)}
      onChange={(event) => put(Number(event.currentTarget.value) || null)}
      data={[
        { value: '', label: all ?? m.invoices_choose() },
        ...(found.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      error={error}
    />
  );
}
