import { Button } from '@mantine/core';
import { useState } from 'react';
import { download, downloadFrom } from '#web/client/download.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast/store.ts';

type Taken = { readonly name: string; readonly text: string; readonly type: 'text/csv' | 'application/json' };

/** A button that is busy until what it fetches is there, so that nobody asks twice. */
function Taking({ label, take }: { label: string; take: () => Promise<void> }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await take();
    } catch (problem) {
      toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void press()}>
      {label}
    </Button>
  );
}

/** Fetches a file and hands it over. */
export const TakeFile = ({ label, fetch }: { label: string; fetch: () => Promise<Taken> }) => (
  <Taking
    label={label}
    take={async () => {
      const { name, text, type } = await fetch();
      download(name, text, type);
    }}
  />
);

/** Opens a paper at an address made for whoever asks. */
export const OpenPaper = ({ label, address }: { label: string; address: () => Promise<string> }) => (
  <Taking label={label} take={async () => window.location.assign(await address())} />
);

/** Fetches such a paper and hands it over: one that takes long to draw. */
export const TakePaper = ({ label, name, address }: { label: string; name: string; address: () => Promise<string> }) => (
  <Taking label={label} take={async () => downloadFrom(name, await address())} />
);

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
