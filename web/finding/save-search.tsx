import { useEffect, useRef, useState } from 'react';
import { savedSearchesPath } from '#contract/finding/public.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconBookmark, IconCheck } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { requestedIntent } from './requested-wish.ts';

/** Saves the search of this address under the page's name; its frequency can be changed in the list. */
export function SaveSearchButton({ name, query }: { name: string; query: string }) {
  const { visitor, word } = useApp();
  const [state, setState] = useState<'idle' | 'busy' | string>('idle');
  const save = async () => {
    setState('busy');
    try {
      await sendCallByPath('POST', '/api/v2/finding/saved_search_create/', { name: name.slice(0, 120), query });
      setState(query);
      return true;
    } catch (problem) {
      setState('idle');
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
      return false;
    }
  };
  const tenant = visitor.role === 'tenant';
  const now = useRef(save);
  now.current = save;
  // Completes the save a guest requested before signing in.
  useEffect(() => {
    if (tenant && requestedIntent) void import('./wish.ts').then((it) => it.saveIntendedSearch(requestedIntent ?? '', () => now.current()));
  }, [tenant]);
  if (visitor.role !== 'anonymous' && !tenant) return null;
  const icon = <IconBookmark size={17} aria-hidden />;
  if (!tenant)
    return (
      <Button variant="default" left={icon} href={`${href(identityPublicScreens.signIn)}?wish=search`} soft rel="nofollow">
        {m.finding_save_search()}
      </Button>
    );
  if (state === query)
    return (
      <Button variant="default" left={<IconCheck size={17} aria-hidden />} href={savedSearchesPath}>
        {m.finding_search_saved()}
      </Button>
    );
  return (
    <Button variant="default" left={icon} loading={state === 'busy'} onClick={() => void save()}>
      {m.finding_save_search()}
    </Button>
  );
}
