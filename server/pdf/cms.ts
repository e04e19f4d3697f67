import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';

/** The identity of the seal: a private key, its certificate, and the certificates of the issuers, if there are any. */
export type PdfSealer = { readonly key: KeyObject; readonly chain: readonly Uint8Array[]; readonly name: string };

export function makeSealer(key: string, certificates: string): PdfSealer {
  const chain = (certificates.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map((pem) => new X509Certificate(pem));
  const [own] = chain;
  if (!own) throw new Error('there is no certificate for the seal');
  const secret = createPrivateKey(key);
  if (!own.checkPrivateKey(secret)) throw new Error('the private key of the seal does not match its certificate');
  return { key: secret, chain: chain.map(({ raw }) => raw), name: /CN=([^\n]+)/.exec(own.subject)?.[1] ?? 'Makao' };
}

/* A minimal DER encoder with the types that a signature needs. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length =
    size < 128
      ? [size]
      : size < 256
        ? [0x81, size]
        : size < 65_536
          ? [0x82, size >> 8, size & 255]
          : [0x83, size >> 16, (size >> 8) & 255, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
/** DER requires the elements of a set in the order of their bytes. */
const set = (...parts: readonly Buffer[]) => der(0x31, ...[...parts].sort(Buffer.compare));
const none = Buffer.from([5, 0]);
const version = (n: number) => der(2, Buffer.from([n]));
function oid(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  const bytes = rest.flatMap((n) => {
    const groups = [n & 127];
    for (let left = Math.floor(n / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left & 127) | 128);
    return groups;
  });
  return der(6, Buffer.from([first * 40 + second, ...bytes]));
}
const names = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificate: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  rsa: oid('1.2.840.113549.1.1.1'),
  ecdsa: oid('1.2.840.10045.4.3.2'),
};
const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Creates a detached CMS signature as PAdES requires (ETSI.CAdES.detached). It covers the signed bytes, their content type and the signing
 * certificate. The time is in the signature dictionary of the PDF instead.
 */
export function signCms({ key, chain }: PdfSealer, parts: readonly Uint8Array[]): Uint8Array {
  const [own] = chain;
  if (!own) throw new Error('there is no certificate for the seal');
  const { issuer, serialNumber } = AsnConvert.parse(own, Certificate).tbsCertificate;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const attribute = (name: Buffer, value: Buffer) => sequence(name, der(0x31, value));
  const attributes = [
    attribute(names.contentType, names.data),
    attribute(names.messageDigest, der(4, hash.digest())),
    // SHA-256 is the default algorithm of this attribute, so it is not named.
    attribute(names.signingCertificate, sequence(sequence(sequence(der(4, digest(own)))))),
  ];
  const signed = set(...attributes);
  const signature = sign('sha256', signed, key);
  const how = key.asymmetricKeyType === 'ec' ? sequence(names.ecdsa) : sequence(names.rsa, none);
  const signer = sequence(
    version(1),
    sequence(Buffer.from(AsnConvert.serialize(issuer)), der(2, Buffer.from(serialNumber))),
    sequence(names.sha256),
    // The attributes are signed as a set, but stored under the context tag 0.
    Buffer.concat([Buffer.from([0xa0]), signed.subarray(1)]),
    how,
    der(4, signature),
  );
  return sequence(
    names.signedData,
    der(0xa0, sequence(version(1), set(sequence(names.sha256)), sequence(names.data), der(0xa0, ...chain), set(signer))),
  );
}
