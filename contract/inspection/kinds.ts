import { type InspectionKind, inspectionKinds } from './machine.ts';

/** The words of an inspection, for every storey, without Zod. */
export { type InspectionKind, inspectionKinds };
/** Those of a home; a property is verified by the house's own form. */
export const homeKinds = ['move_in', 'move_out', 'routine', 'complaint', 'pre_listing'] as const satisfies readonly InspectionKind[];
export type HomeKind = (typeof homeKinds)[number];
export const inspectionStatuses = ['scheduled', 'in_progress', 'submitted', 'agreed', 'disputed', 'canceled'] as const;
export type InspectionStatus = (typeof inspectionStatuses)[number];

/** Best first: what stands later is worse. */
export const conditions = ['excellent', 'good', 'fair', 'poor', 'missing'] as const;
export type Condition = (typeof conditions)[number];
export const chargeTo = ['none', 'owner', 'tenant'] as const;
export type ChargeTo = (typeof chargeTo)[number];
export const meterKinds = ['water', 'power', 'gas'] as const;
export type MeterKind = (typeof meterKinds)[number];
export const signerRoles = ['inspector', 'tenant', 'manager'] as const;
export type SignerRole = (typeof signerRoles)[number];
export const photoWays = ['camera', 'gallery'] as const;

/** What is said of an item: its condition; yes or no; or how many there are, which is yes or no as well. */
export const itemKinds = ['condition', 'yes_no', 'count'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Those the other side answers; whoever does not within so many days agrees, and it says so. */
export const answeredKinds: readonly InspectionKind[] = ['move_in', 'move_out'];
export const answerDays = 5;
/** A home somebody lives in is not entered sooner than this after they were told, unless they agree. */
export const noticeHours = 24;
/** What is planned for later than this does not press yet. */
export const todoDays = 7;
/** Of a day far ahead nobody knows anything. */
export const scheduleDays = 366;
export const opsMost = 200;
export const photosMost = 300;
/** What one repair may cost, in cents. */
export const costMost = 100_000_000_000;
/** A picture is made smaller before it is sent; one beyond this is not even read. */
export const photoBytesMost = 15 * 1024 * 1024;
export const photoPixels = 1600;

/** Near enough to be the place; and how sure the phone must be of where it is. */
export const placeMetres = 150;
export const accuracyMetres = 100;

export type Item = {
  readonly key: string;
  readonly name: string;
  readonly name_sw: string;
  readonly kind: ItemKind;
  /** How long such a thing lasts; null where it does not wear. */
  readonly life_months: number | null;
};
export type Area = { readonly key: string; readonly name: string; readonly name_sw: string; readonly items: readonly Item[] };
/** One item of one room, as answers and photos name it. */
export const itemId = (area: Pick<Area, 'key'>, item: Pick<Item, 'key'>): string => `${area.key}.${item.key}`;
export const itemsOf = (areas: readonly Area[]) => areas.flatMap((area) => area.items.map((item) => ({ ...item, id: itemId(area, item), area })));
export const nameIn = (locale: string, { name, name_sw }: { readonly name: string; readonly name_sw: string }): string =>
  locale === 'sw' && name_sw !== '' ? name_sw : name;
