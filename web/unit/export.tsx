import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Given } from '#contract/kernel/call.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useApp } from '#web/kernel/app.tsx';
import { send } from '#web/kernel/client.ts';
import { download } from '#web/kernel/download.ts';
import { sayError } from '#web/kernel/errors.ts';
import { IconDownload } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

/** Takes the filtered set, not the page. */
export function Export({ asked }: { asked: Given<typeof unitCalls.csv> }) {
  const { word } = useApp();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const file = await send(unitCalls.csv, asked);
      download(file.name, file.csv, 'text/csv;charset=utf-8');
    } catch (problem) {
      toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void take()}>
      {m.unit_export()}
    </Button>
  );
}
