import { Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '#web/client/download.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast/store.ts';

type Taken = { readonly name: string; readonly text: string; readonly type: 'text/csv' | 'application/json' };

/** A button that fetches a file and hands it over. */
export function TakeFile({ label, fetch }: { label: string; fetch: () => Promise<Taken> }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const { name, text, type } = await fetch();
      download(name, text, type);
    } catch (problem) {
      toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void take()}>
      {label}
    </Button>
  );
}

/** A button that opens a paper at an address made for whoever asks. */
export function OpenPaper({ label, address }: { label: string; address: () => Promise<string> }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      window.location.assign(await address());
    } catch (problem) {
      toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void open()}>
      {label}
    </Button>
  );
}

type Part = { readonly name: string; readonly csv: string; readonly more: boolean };

/** The whole filtered set as CSV, not the page, however long: part after part until there are no more. */
export const TakeCsv = ({ label, fetch }: { label: string; fetch: (part: number) => Promise<Part> }) => (
  <TakeFile label={label} fetch={() => wholeOf(fetch)} />
);

export async function wholeOf(fetch: (part: number) => Promise<Part>): Promise<Taken> {
  const parts: string[] = [];
  for (let at = 1; ; at++) {
    const { name, csv, more } = await fetch(at);
    if (csv !== '') parts.push(csv);
    if (!more) return { name, text: parts.join('\r\n'), type: 'text/csv' };
  }
}
