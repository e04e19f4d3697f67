import { useState } from 'react';
import { savedSearchesPath } from '#contract/finding/public.ts';
import { identityPublic } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { sendBare } from '#web/client/bare.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconBookmark, IconCheck } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

/** Keeps the search of this address under the name the page gives it; how often it tells is chosen afterwards, where it is kept. */
export function SaveSearch({ name, query }: { name: string; query: string }) {
  const { visitor, word } = useApp();
  const [state, setState] = useState<'idle' | 'busy' | string>('idle');
  if (visitor.role !== 'anonymous' && visitor.role !== 'tenant') return null;
  const icon = <IconBookmark size={17} aria-hidden />;
  if (visitor.role === 'anonymous')
    return (
      <Button variant="default" left={icon} href={href(identityPublic.signIn)} soft rel="nofollow">
        {m.finding_save_search()}
      </Button>
    );
  if (state === query)
    return (
      <Button variant="default" left={<IconCheck size={17} aria-hidden />} href={savedSearchesPath}>
        {m.finding_search_saved()}
      </Button>
    );
  const save = async () => {
    setState('busy');
    try {
      await sendBare('POST', '/api/v2/finding/saved_search_create/', { name: name.slice(0, 120), query });
      setState(query);
    } catch (problem) {
      setState('idle');
      toast({ kind: 'error', ...sayError(problem, word) });
    }
  };
  return (
    <Button variant="default" left={icon} loading={state === 'busy'} onClick={() => void save()}>
      {m.finding_save_search()}
    </Button>
  );
}
