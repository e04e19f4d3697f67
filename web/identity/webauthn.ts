/** The browser side of passkeys. Bytes are sent as base64url. Newer browsers convert them, and this file converts them for older browsers. */
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

type Named = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] };
const named = (list: readonly Named[] | undefined): PublicKeyCredentialDescriptor[] => (list ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));

type CreationJson = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Named[];
};
type RequestJson = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & { challenge: string; allowCredentials?: Named[] };

/** Asks the device for a new passkey; null when the person cancels. */
export async function createPasskey(options: CreationJson): Promise<object | null> {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: named(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return null;
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    ...shared(made),
    response: {
      clientDataJSON: toText(answer.clientDataJSON),
      attestationObject: toText(answer.attestationObject),
      transports: answer.getTransports?.() ?? [],
    },
  };
}

/** Asks the device to sign; null when the person cancels. */
export async function signWithPasskey(options: RequestJson): Promise<object | null> {
  const publicKey = { ...options, challenge: toBytes(options.challenge), allowCredentials: named(options.allowCredentials) };
  const made = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return null;
  const answer = made.response as AuthenticatorAssertionResponse;
  return {
    ...shared(made),
    response: {
      clientDataJSON: toText(answer.clientDataJSON),
      authenticatorData: toText(answer.authenticatorData),
      signature: toText(answer.signature),
      ...(answer.userHandle ? { userHandle: toText(answer.userHandle) } : {}),
    },
  };
}

const shared = (made: PublicKeyCredential) => ({
  id: made.id,
  rawId: toText(made.rawId),
  type: made.type,
  clientExtensionResults: made.getClientExtensionResults(),
  authenticatorAttachment: made.authenticatorAttachment,
});
