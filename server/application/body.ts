import type { ApplicationPart } from '#contract/application/kinds.ts';
import { ApplicationBody } from '#contract/application/shapes.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { decryptBytes, encryptBytes, unwrapDataKey } from '#server/kernel/vault.ts';

export type ApplicationRow = RowOf<'application'>;
type Of = { readonly person_id: number; readonly version: number };

/** Binds the ciphertext to its owner and version: a row copied over another does not decrypt. */
const about = ({ person_id, version }: Of): string => `application:${person_id}:${version}`;

export const encryptApplicationBody = (key: Buffer, body: ApplicationBody, of: Of): Buffer =>
  encryptBytes(key, Buffer.from(JSON.stringify(body)), about(of));

/** The decrypted application; null after its encryption key was deleted. */
export function decryptApplicationBody(row: Pick<ApplicationRow, 'wrapped_key' | 'sealed' | 'person_id' | 'version'>): ApplicationBody | null {
  if (!row.wrapped_key || !row.sealed) return null;
  return ApplicationBody.parse(JSON.parse(decryptBytes(unwrapDataKey(row.wrapped_key), row.sealed, about(row)).toString('utf8')));
}

/** The parts that are filled in: the only content known without decryption. */
export function listFilledParts(body: ApplicationBody): ApplicationPart[] {
  const filled: Readonly<Record<ApplicationPart, boolean>> = {
    identity: body.id_number !== '',
    income: body.income_cents > 0,
    employer: body.employer !== '' && body.employer_phone !== '',
    landlord: body.landlord_name !== '' && body.landlord_phone !== '',
    guarantor: body.guarantor_name !== '' && body.guarantor_phone !== '',
    kin: body.kin_name !== '' && body.kin_phone !== '',
  };
  return (Object.keys(filled) as ApplicationPart[]).filter((part) => filled[part]);
}
/** The filled-in parts as stored beside the ciphertext. */
export const readFilledParts = (row: Pick<ApplicationRow, 'parts'>): ApplicationPart[] => row.parts as ApplicationPart[];
