import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadFromAddress, downloadTextFile } from '#web/client/download.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast/store.ts';

type DownloadedFile = { readonly name: string; readonly text: string; readonly type: 'text/csv' | 'application/json' };

/** A button that is busy until its download is complete, so that it is not pressed twice. */
function BusyDownloadButton({ label, take }: { label: string; take: () => Promise<void> }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await take();
    } catch (problem) {
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
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

/** Fetches a file and offers it to the browser. */
export const DownloadFileButton = ({ label, fetch }: { label: string; fetch: () => Promise<DownloadedFile> }) => (
  <BusyDownloadButton
    label={label}
    take={async () => {
      const { name, text, type } = await fetch();
      downloadTextFile(name, text, type);
    }}
  />
);

/** Opens a document at an address that is made for the current reader. */
export const OpenPdfButton = ({ label, address }: { label: string; address: () => Promise<string> }) => (
  <BusyDownloadButton label={label} take={async () => window.location.assign(await address())} />
);

/** Fetches a document that takes long to draw, and offers it to the browser. */
export const DownloadPdfButton = ({ label, name, address }: { label: string; name: string; address: () => Promise<string> }) => (
  <BusyDownloadButton label={label} take={async () => downloadFromAddress(name, await address())} />
);

type Part = { readonly name: string; readonly csv: string; readonly more: boolean };

/** Exports all filtered rows as CSV, not only the page: part by part until there are no more. */
export const DownloadCsvButton = ({ label, fetch }: { label: string; fetch: (part: number) => Promise<Part> }) => (
  <DownloadFileButton label={label} fetch={() => downloadAllParts(fetch)} />
);

export async function downloadAllParts(fetch: (part: number) => Promise<Part>): Promise<DownloadedFile> {
  const parts: string[] = [];
  for (let at = 1; ; at++) {
    const { name, csv, more } = await fetch(at);
    if (csv !== '') parts.push(csv);
    if (!more) return { name, text: parts.join('\r\n'), type: 'text/csv' };
  }
}
