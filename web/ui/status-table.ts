/**
 * The table of all status sets of the specification in both languages. It is plain data, so that the server can use it in mails and exports. Each
 * tone has its own dot shape, so that colour is never the only signal.
 */
import type { LabelMap, LabelText } from '#contract/kernel/labels.ts';
import { getLocale } from '#words/locale.js';
import type { Locale } from './format.ts';
import type { ToneColor } from './theme/tokens.ts';

export type StatusTone = 'neutral' | 'info' | 'wait' | 'good' | 'warn' | 'bad' | 'special' | 'done';
export interface StatusDefinition {
  en: string;
  sw: string;
  tone: StatusTone;
}

/** A label and a tone for each value of an enumeration. */
/* @__NO_SIDE_EFFECTS__ */
export const addTones = <K extends string>(
  labels: LabelMap<K>,
  tones: Readonly<Record<K, StatusTone>>,
): Readonly<Record<K, { label: LabelText; tone: StatusTone }>> =>
  Object.fromEntries(Object.entries<StatusTone>(tones).map(([value, tone]) => [value, { label: labels[value as K], tone }])) as ReturnType<
    typeof addTones<K>
  >;

const s = (en: string, sw: string, tone: StatusTone): StatusDefinition => ({ en, sw, tone });

export const STATUS_DEFINITIONS = {
  inspection: {
    scheduled: s('Scheduled', 'Umepangwa', 'info'),
    in_progress: s('In progress', 'Unaendelea', 'wait'),
    submitted: s('Report sent', 'Ripoti imetumwa', 'special'),
    agreed: s('Agreed', 'Umekubaliwa', 'good'),
    disputed: s('Disputed', 'Unapingwa', 'bad'),
    canceled: s('Cancelled', 'Umeghairiwa', 'done'),
  },
  invitation: {
    1: s('Pending', 'Unasubiri', 'wait'),
    2: s('Accepted', 'Umekubaliwa', 'good'),
    3: s('Revoked', 'Umeondolewa', 'bad'),
    4: s('Closed', 'Umefungwa', 'done'),
  },
  work: {
    1: s('Pending', 'Inasubiri', 'wait'),
    2: s('Assigned', 'Imepewa fundi', 'info'),
    3: s('Cancelled', 'Imeghairiwa', 'done'),
    4: s('Complete', 'Imekamilika', 'good'),
  },
  request: {
    1: s('Pending', 'Inasubiri', 'wait'),
    2: s('Assigned', 'Imepokelewa', 'info'),
    3: s('Closed', 'Imefungwa', 'done'),
    4: s('Revoked', 'Imeondolewa', 'bad'),
  },
  invoice: {
    1: s('Unpaid', 'Haijalipwa', 'wait'),
    2: s('Paid', 'Imelipwa', 'good'),
    3: s('Partly paid', 'Imelipwa kiasi', 'special'),
    4: s('Voided', 'Imebatilishwa', 'done'),
  },
  booking: {
    0: s('Awaiting screening', 'Linachunguzwa', 'wait'),
    1: s('Confirmed', 'Limethibitishwa', 'good'),
    2: s('Awaiting payment', 'Linasubiri malipo', 'warn'),
    3: s('Declined', 'Limekataliwa', 'bad'),
    4: s('Expired', 'Limeisha muda', 'done'),
    5: s('Cancelled', 'Limeghairiwa', 'done'),
    6: s('Deleted', 'Limefutwa', 'done'),
    7: s('Closed', 'Limefungwa', 'done'),
  },
  unit: {
    0: s('Vacant', 'Wazi', 'good'),
    1: s('Reserved', 'Imeshikiliwa', 'special'),
    2: s('Occupied', 'Ina mpangaji', 'info'),
    3: s('Maintenance', 'Inatengenezwa', 'warn'),
    4: s('On hold', 'Imesimamishwa', 'neutral'),
    5: s('Stalled', 'Imezuiwa', 'bad'),
  },
  tenancy: {
    1: s('Pending', 'Unasubiri', 'wait'),
    2: s('Active', 'Unaendelea', 'good'),
    3: s('Expired', 'Umeisha', 'warn'),
    4: s('Terminated', 'Umekatishwa', 'done'),
  },
  tenant: {
    1: s('Prospective', 'Mtarajiwa', 'wait'),
    2: s('Approved', 'Amekubaliwa', 'special'),
    3: s('Current', 'Mpangaji', 'good'),
    4: s('Past', 'Aliyehama', 'done'),
    5: s('Rejected', 'Amekataliwa', 'bad'),
  },
  plan: {
    1: s('Pending', 'Inasubiri', 'wait'),
    2: s('Active', 'Inaendelea', 'good'),
    3: s('Suspended', 'Imesimamishwa', 'bad'),
    4: s('Cancelled', 'Imeghairiwa', 'done'),
    5: s('Expired', 'Imeisha muda', 'warn'),
    6: s('Covered by enterprise', 'Chini ya kampuni', 'special'),
  },
  planInvoice: {
    pending: s('Pending', 'Inasubiri', 'wait'),
    paid: s('Paid', 'Imelipwa', 'good'),
    failed: s('Failed', 'Imeshindikana', 'bad'),
    overdue: s('Overdue', 'Imechelewa', 'bad'),
  },
  contract: {
    1: s('Draft', 'Rasimu', 'neutral'),
    2: s('Pending signature', 'Unasubiri saini', 'wait'),
    3: s('Partially signed', 'Baadhi wametia saini', 'special'),
    4: s('Fully signed', 'Wote wametia saini', 'good'),
    5: s('Expired', 'Umeisha muda', 'warn'),
    6: s('Rejected', 'Umekataliwa', 'bad'),
    7: s('Archived', 'Kwenye kumbukumbu', 'done'),
  },
  /* The specification fixes these four English words exactly, including the irregular "Delete". */
  audit: {
    1: s('Created', 'Imeundwa', 'good'),
    2: s('Updated', 'Imebadilishwa', 'info'),
    3: s('Delete', 'Imefutwa', 'bad'),
    4: s('Undefined', 'Haijulikani', 'neutral'),
  },
} as const satisfies Record<string, Record<number | string, StatusDefinition>>;
export type StatusSet = keyof typeof STATUS_DEFINITIONS;

export type StatusDot = 'solid' | 'hollow' | 'half' | 'square';
/** A hollow dot means not finished yet, a half dot in progress, a solid dot final, a square stopped. */
export const TONE_STYLES: Record<StatusTone, { color: ToneColor; dot: StatusDot }> = {
  neutral: { color: 'gray', dot: 'hollow' },
  wait: { color: 'yellow', dot: 'hollow' },
  info: { color: 'sky', dot: 'half' },
  special: { color: 'violet', dot: 'half' },
  good: { color: 'green', dot: 'solid' },
  warn: { color: 'orange', dot: 'square' },
  bad: { color: 'red', dot: 'square' },
  done: { color: 'gray', dot: 'solid' },
};

export interface RoleDefinition {
  en: string;
  sw: string;
  color: ToneColor;
}
const TENANT: RoleDefinition = { en: 'Tenant', sw: 'Mpangaji', color: 'sky' };
const NOBODY: RoleDefinition = { en: 'Anonymous', sw: 'Asiyejulikana', color: 'gray' };

/** The badge of each role number, shown beside a person's name in lists, logs and threads. */
export const ROLE_DEFINITIONS: Record<number, RoleDefinition> = {
  0: TENANT,
  1: { en: 'Super Admin', sw: 'Msimamizi mkuu', color: 'red' },
  2: { en: 'Admin', sw: 'Msimamizi', color: 'violet' },
  3: { en: 'Sub Admin', sw: 'Msimamizi msaidizi', color: 'blue' },
  4: { en: 'Owner', sw: 'Mmiliki', color: 'accent' },
  5: { en: 'Agent', sw: 'Wakala', color: 'secondary' },
  6: { en: 'Staff', sw: 'Mfanyakazi', color: 'slate' },
  7: { en: 'Dealer', sw: 'Mshirika', color: 'yellow' },
  8: { en: 'Default', sw: 'Mtumiaji', color: 'gray' },
  9: TENANT,
};

/** An unknown status is shown unchanged, in grey, rather than hidden. */
export const getStatusDefinition = (set: StatusSet, value: number | string): StatusDefinition => {
  const rows: Record<string, StatusDefinition> = STATUS_DEFINITIONS[set];
  return rows[String(value).toLowerCase()] ?? s(String(value), String(value), 'neutral');
};
export const getStatusLabel = (set: StatusSet, value: number | string, locale: Locale = getLocale()) => getStatusDefinition(set, value)[locale];
export const getRoleDefinition = (role?: number): RoleDefinition => (role === undefined ? NOBODY : (ROLE_DEFINITIONS[role] ?? NOBODY));
