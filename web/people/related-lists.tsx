import { abuseCalls } from '#contract/abuse/calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import type { CallInput, CallShape } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { familyCalls, type PersonDetails } from '#contract/people/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { getScreen, type ScreenKey } from '#contract/screens.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCalls } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { KpiStrip, type KpiTile } from '#web/ui/dash/kpi-strip.tsx';
import { formatCount } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './people.module.css';

type Door = {
  readonly label: () => string;
  readonly screen: ScreenKey;
  readonly call: CallShape;
  readonly of: 'company_id' | 'person_id' | 'reporter_id';
  readonly shown?: string;
};

/** The records of a company or a person: each count is the length of the list it opens. */
const ofCompany: readonly Door[] = [
  { label: m.people_door_properties, screen: 'property.list', call: propertyCalls.list, of: 'company_id' },
  { label: m.people_door_units, screen: 'unit.list', call: unitCalls.list, of: 'company_id' },
  { label: m.people_door_listings, screen: 'listing.list', call: listingCalls.list, of: 'company_id' },
  { label: m.people_door_leads, screen: 'lead.list', call: leadCalls.list, of: 'company_id', shown: 'view=list' },
  { label: m.people_door_reports, screen: 'abuse.list', call: abuseCalls.list, of: 'company_id' },
  { label: m.people_door_people, screen: 'people.users', call: familyCalls.user.list, of: 'company_id' },
];
const ofPerson: readonly Door[] = [
  { label: m.people_door_enquiries, screen: 'lead.list', call: leadCalls.list, of: 'person_id', shown: 'view=list' },
  { label: m.people_door_reported, screen: 'abuse.list', call: abuseCalls.list, of: 'reporter_id' },
];

/** Links from a person to the lists of their records; for the platform, whose lists hold everyone's. */
export function RelatedLists({ person }: { person: PersonDetails }) {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const company = person.company_details?.id;
  const doors = company !== undefined && person.user_type !== userTypes.tenant ? ofCompany : ofPerson;
  const open = doors.filter(({ screen }) => getScreen(screen).layouts.includes(layout) && isAllowed(getScreen(screen).needs, visitor));
  if (open.length === 0) return null;
  return <Strip doors={open} id={doors === ofCompany ? (company ?? 0) : person.id} />;
}

function Strip({ doors, id }: { doors: readonly Door[]; id: number }) {
  const { link } = useDashboard();
  const answers = useCalls(
    doors.map(({ call, of }) => ({ call, given: { page: 1, page_size: 10, z_filter: { [of]: id } } as unknown as CallInput<CallShape> })),
  );
  const tiles = doors.map((door, at): KpiTile => {
    const total = (answers[at]?.data as { count: number } | undefined)?.count;
    return {
      label: door.label(),
      value: total === undefined ? '…' : formatCount(total),
      href: `${link(door.screen)}?${door.of}=${id}${door.shown ? `&${door.shown}` : ''}`,
      ...(at === 0 ? { wide: true } : {}),
    };
  });
  return (
    <div className={classes.strip}>
      <KpiStrip items={tiles} />
    </div>
  );
}
