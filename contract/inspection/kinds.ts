import { type InspectionKind, inspectionKinds } from './machine.ts';

/** The constants of an inspection, for every layer, without Zod. */
export { type InspectionKind, inspectionKinds };
/** The kinds for a home; a property is verified with its own system form. */
export const inspectedHomeKinds = ['move_in', 'move_out', 'routine', 'complaint', 'pre_listing'] as const satisfies readonly InspectionKind[];
export type InspectedHomeKind = (typeof inspectedHomeKinds)[number];
export const inspectionStatuses = ['scheduled', 'in_progress', 'submitted', 'agreed', 'disputed', 'canceled'] as const;
export type InspectionStatus = (typeof inspectionStatuses)[number];

/** Ordered from best to worst. */
export const itemConditions = ['excellent', 'good', 'fair', 'poor', 'missing'] as const;
export type ItemCondition = (typeof itemConditions)[number];
export const repairChargeParties = ['none', 'owner', 'tenant'] as const;
export type RepairChargeParty = (typeof repairChargeParties)[number];
export const inspectionMeterKinds = ['water', 'power', 'gas'] as const;
export type InspectionMeterKind = (typeof inspectionMeterKinds)[number];
export const inspectionSignerRoles = ['inspector', 'tenant', 'manager'] as const;
export type InspectionSignerRole = (typeof inspectionSignerRoles)[number];
export const inspectionPhotoSources = ['camera', 'gallery'] as const;

/** What an item records: its condition, a yes or no, or a count with a yes or no. */
export const inspectionItemKinds = ['condition', 'yes_no', 'count'] as const;
export type InspectionItemKind = (typeof inspectionItemKinds)[number];

/** The kinds the tenant answers. No answer within the deadline counts as agreement and is recorded as such. */
export const tenantAnsweredInspectionKinds: readonly InspectionKind[] = ['move_in', 'move_out'];
export const inspectionAnswerDays = 5;
/** Hours of notice before an occupied home is entered, unless the occupant agrees to less. */
export const inspectionNoticeHours = 24;
/** Inspections scheduled later than this many days are not due yet. */
export const inspectionTaskDays = 7;
/** An inspection can be scheduled at most this many days ahead. */
export const maxInspectionDaysAhead = 366;
export const maxInspectionOperations = 200;
export const maxInspectionPhotos = 300;
/** The highest cost of one repair, in cents. */
export const maxRepairCostCents = 100_000_000_000;
/** Photos are reduced before sending; a larger file is not read at all. */
export const maxInspectionPhotoBytes = 15 * 1024 * 1024;
export const maxInspectionPhotoPixels = 1600;

/** The distance that counts as at the property, and the accuracy the phone needs. */
export const maxInspectionDistanceMetres = 150;
export const maxPositionAccuracyMetres = 100;

export type InspectionItem = {
  readonly key: string;
  readonly name: string;
  readonly name_sw: string;
  readonly kind: InspectionItemKind;
  /** The useful life of such an item; null if it does not wear out. */
  readonly life_months: number | null;
};
export type InspectionArea = { readonly key: string; readonly name: string; readonly name_sw: string; readonly items: readonly InspectionItem[] };
/** The id of one item in one area, used by answers and photos. */
export const buildInspectionItemId = (area: Pick<InspectionArea, 'key'>, item: Pick<InspectionItem, 'key'>): string => `${area.key}.${item.key}`;
export const listInspectionItems = (areas: readonly InspectionArea[]) =>
  areas.flatMap((area) => area.items.map((item) => ({ ...item, id: buildInspectionItemId(area, item), area })));
export const getLocalizedName = (locale: string, { name, name_sw }: { readonly name: string; readonly name_sw: string }): string =>
  locale === 'sw' && name_sw !== '' ? name_sw : name;
