import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { InspectionDetails, InspectionOperation } from '#contract/inspection/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { OfflineStep, PhotoStep } from './step.ts';
import { applyPendingSteps } from './steps.ts';

/** An inspection saved offline: the server's last state with all steps of this device that arrived since. */
export type OfflineInspection = { readonly one: InspectionDetails; readonly at: string };
interface Kept extends DBSchema {
  steps: { key: number; value: OfflineStep; indexes: { inspection: number } };
  seqs: { key: number; value: number };
  forms: { key: number; value: OfflineInspection };
  /** Photos of the move-in, to compare offline. */
  pictures: { key: string; value: { readonly inspection: number; readonly blob: Blob }; indexes: { inspection: number } };
}

/** The owner of the data on this device; a page still open after signing out has none. */
export type DeviceUserId = number | null;
export const getOfflineStoreName = (person: DeviceUserId): string => `makao-inspections-${person ?? 'nobody'}`;
const opened = new Map<DeviceUserId, Promise<IDBPDatabase<Kept>>>();
function kept(person: DeviceUserId): Promise<IDBPDatabase<Kept>> {
  const known = opened.get(person);
  if (known) return known;
  const made = openDB<Kept>(getOfflineStoreName(person), 1, {
    upgrade(db) {
      db.createObjectStore('steps', { keyPath: 'n', autoIncrement: true }).createIndex('inspection', 'inspection');
      db.createObjectStore('seqs');
      db.createObjectStore('forms');
      db.createObjectStore('pictures').createIndex('inspection', 'inspection');
    },
  });
  opened.set(person, made);
  return made;
}

/** The id of this browser, which holds the edit lock. */
export function ensureDeviceId(): string {
  const known = localStorage.getItem('makao-device');
  if (known) return known;
  const name = crypto.randomUUID();
  localStorage.setItem('makao-device', name);
  return name;
}

export const readPendingSteps = async (person: DeviceUserId, inspection: number): Promise<OfflineStep[]> =>
  (await kept(person)).getAllFromIndex('steps', 'inspection', inspection);
export const readAllPendingSteps = async (person: DeviceUserId): Promise<OfflineStep[]> => (await kept(person)).getAll('steps');
const asOfNow = () => clock.now().toISOString();

export async function addBeginStep(person: DeviceUserId, inspection: number): Promise<void> {
  await (await kept(person)).add('steps', { inspection, kind: 'begin', id: crypto.randomUUID(), at: asOfNow() });
}
/** Stores all steps in order, or none. */
export async function addOperationSteps(person: DeviceUserId, inspection: number, ops: readonly InspectionOperation[]): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'seqs'], 'readwrite');
  const last = (await tx.objectStore('seqs').get(inspection)) ?? 0;
  for (const [n, op] of ops.entries())
    await tx.objectStore('steps').add({ inspection, kind: 'op', id: crypto.randomUUID(), at: asOfNow(), seq: last + n + 1, op });
  await tx.objectStore('seqs').put(last + ops.length, inspection);
  await tx.done;
}
export async function addPhotoStep(person: DeviceUserId, inspection: number, photo: Omit<PhotoStep, 'kind'>): Promise<void> {
  await (await kept(person)).add('steps', { inspection, kind: 'photo', id: crypto.randomUUID(), at: asOfNow(), ...photo });
}

/** Removes sent steps from the list and applies them to the saved form, in one transaction. */
export async function removeSentSteps(person: DeviceUserId, inspection: number, steps: readonly OfflineStep[], counted: boolean): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'forms'], 'readwrite');
  for (const { n } of steps) if (n !== undefined) await tx.objectStore('steps').delete(n);
  const form = await tx.objectStore('forms').get(inspection);
  if (form && counted) await tx.objectStore('forms').put({ ...form, one: applyPendingSteps(form.one, steps, ensureDeviceId()) }, inspection);
  await tx.done;
}

/** The server expects another number, for example after the browser data was deleted: pending steps are renumbered from there. */
export async function renumberSteps(person: DeviceUserId, inspection: number, next: number): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'seqs'], 'readwrite');
  let seq = next;
  for (const step of await tx.objectStore('steps').index('inspection').getAll(inspection))
    if (step.kind === 'op') await tx.objectStore('steps').put({ ...step, seq: seq++ });
  await tx.objectStore('seqs').put(seq - 1, inspection);
  await tx.done;
}

export const readOfflineInspection = async (person: DeviceUserId, inspection: number): Promise<OfflineInspection | null> =>
  (await (await kept(person)).get('forms', inspection)) ?? null;
export const readAllOfflineInspections = async (person: DeviceUserId): Promise<OfflineInspection[]> => (await kept(person)).getAll('forms');
export async function saveOfflineInspection(person: DeviceUserId, one: InspectionDetails, at = asOfNow()): Promise<void> {
  await (await kept(person)).put('forms', { one, at }, one.id);
}
/** Updates a saved form to the server's state; a form that was not saved stays absent. */
export async function refreshOfflineInspection(person: DeviceUserId, one: InspectionDetails): Promise<void> {
  const tx = (await kept(person)).transaction('forms', 'readwrite');
  const form = await tx.store.get(one.id);
  if (form) await tx.store.put({ ...form, one }, one.id);
  await tx.done;
}
export async function saveOfflinePicture(person: DeviceUserId, inspection: number, photo: string, blob: Blob): Promise<void> {
  await (await kept(person)).put('pictures', { inspection, blob }, photo);
}
export const readOfflinePicture = async (person: DeviceUserId, photo: string): Promise<Blob | null> =>
  (await (await kept(person)).get('pictures', photo))?.blob ?? null;

/** Deletes the saved form and photos. Steps that were not sent stay. */
export async function deleteOfflineInspectionData(person: DeviceUserId, inspection: number): Promise<void> {
  const tx = (await kept(person)).transaction(['forms', 'pictures'], 'readwrite');
  await tx.objectStore('forms').delete(inspection);
  for (const key of await tx.objectStore('pictures').index('inspection').getAllKeys(inspection)) await tx.objectStore('pictures').delete(key);
  await tx.done;
}
