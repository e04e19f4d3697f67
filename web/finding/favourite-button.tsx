import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconHeart, IconHeartFilled } from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './favourite-button.module.css';
import { toggleFavourite, useFavourites } from './favourite-state.ts';

/**
 * Saves a listing. A guest signs in first and returns with it saved (contract/finding/wish.ts); people without a tenant account have no saved homes
 * and see no button.
 */
export function FavouriteButton({ id, title, label = false }: { id: number; title: string; label?: boolean }) {
  const { visitor, word } = useApp();
  const tenant = visitor.role === 'tenant';
  const hearts = useFavourites(tenant);
  const on = hearts?.has(id) ?? false;
  if (visitor.role !== 'anonymous' && !tenant) return null;
  const face = (
    <>
      {on ? <IconHeartFilled size={18} aria-hidden /> : <IconHeart size={18} aria-hidden />}
      {label && <span>{on ? m.finding_saved() : m.finding_save()}</span>}
    </>
  );
  const look = { className: classes.heart, 'data-label': label || undefined, 'data-on': on || undefined };
  if (!tenant)
    return (
      <a {...look} href={`${href(identityPublicScreens.signIn)}?wish=home-${id}`} aria-label={m.finding_save_home({ title })} rel="nofollow">
        {face}
      </a>
    );
  return (
    <button
      {...look}
      type="button"
      data-home={id}
      aria-pressed={on}
      aria-label={on ? m.finding_unsave_home({ title }) : m.finding_save_home({ title })}
      onClick={() => void toggleFavourite(id).catch((problem: unknown) => showToast({ kind: 'error', ...toErrorMessage(problem, word) }))}
    >
      {face}
    </button>
  );
}
