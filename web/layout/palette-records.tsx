import type { SpotlightActionData } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { getListingTypeLabel } from '#contract/catalogue/type-names.ts';
import { type FoundRecord, type FoundRecordKind, recordSearchCalls, recordSearchLimits } from '#contract/home/find-calls.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { linkTo } from '#contract/screens.ts';
import { send } from '#web/client/client.ts';
import { phone } from '#web/ui/format.ts';
import { IconBuilding, IconDoor, IconMessage, IconSpeakerphone, IconUserCircle, IconUsersGroup } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { getPersonScreen } from './person-page.ts';

export const recordPrefix = 'record-';
/** Milliseconds after the last key before the server is asked. */
const pause = 150;

const kinds: Readonly<Record<FoundRecordKind, { readonly label: () => string; readonly icon: typeof IconDoor }>> = {
  person: { label: m.shell_find_person, icon: IconUserCircle },
  company: { label: m.shell_find_company, icon: IconUsersGroup },
  property: { label: m.shell_find_property, icon: IconBuilding },
  unit: { label: m.shell_find_unit, icon: IconDoor },
  listing: { label: m.shell_find_listing, icon: IconSpeakerphone },
  lead: { label: m.shell_find_lead, icon: IconMessage },
  tenant: { label: m.shell_find_tenant, icon: IconUserCircle },
};

/** The page of a search result, in the current dashboard. */
export function getRecordPath(
  { kind, id, code, user_type }: Pick<FoundRecord, 'kind' | 'id' | 'code' | 'user_type'>,
  layout: DashboardLayout,
): string {
  if (kind === 'lead') return `${linkTo('lead.list', layout)}?lead=${id}`;
  if (kind === 'person' || kind === 'company') return linkTo(getPersonScreen(layout, user_type) ?? 'people.owner', layout, { id, code });
  return linkTo(`${kind}.detail`, layout, { id, code });
}

/** Records that match the typed text: the last answer stays until the next one, and a late answer is not shown. */
export function usePaletteRecords(query: string): SpotlightActionData[] {
  const { visitor } = useApp();
  const navigate = useNavigate();
  const { layout } = visitor;
  const q = query.trim();
  const [found, setFound] = useState<readonly FoundRecord[]>([]);
  const asks =
    layout !== null &&
    q.length >= recordSearchLimits.least &&
    q.length <= recordSearchLimits.most &&
    isAllowed(recordSearchCalls.find.needs, visitor);
  useEffect(() => {
    if (!asks) return setFound([]);
    let late = false;
    const timer = setTimeout(() => {
      send(recordSearchCalls.find, { q }).then(
        ({ results }) => !late && setFound(results),
        () => !late && setFound([]),
      );
    }, pause);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [asks, q]);
  if (layout === null) return [];
  return found.map((one) => {
    const { label, icon: Sign } = kinds[one.kind];
    return {
      id: `${recordPrefix}${one.kind}-${one.id}`,
      label: one.title,
      description: [label(), phone(one.about), one.listing_type !== null && getListingTypeLabel(one.listing_type), one.code]
        .filter(Boolean)
        .join(' · '),
      leftSection: <Sign size={20} stroke={1.6} aria-hidden />,
      onClick: () => void navigate(getRecordPath(one, layout)),
    };
  });
}
