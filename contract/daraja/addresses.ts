/** The IP allowlist of Safaricom's callbacks. MPESA_ALLOWED_IPS replaces the list when it changes. */
export const safaricomAddresses: readonly string[] = [
  '196.201.214.200',
  '196.201.214.206',
  '196.201.214.207',
  '196.201.214.208',
  '196.201.213.44',
  '196.201.213.114',
  '196.201.212.69',
  '196.201.212.74',
  '196.201.212.127',
  '196.201.212.128',
  '196.201.212.129',
  '196.201.212.132',
  '196.201.212.136',
  '196.201.212.138',
];
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Safaricom refuses to register an address with one of these words in it. */
export const refusedUrlWords = /m-?pesa|safaricom|exe|cmd|sql|query/i;

/** The limits of one transaction, in cents; the daily limit of a wallet is its owner's responsibility. */
export const mpesaLimits = { least: 100, most: 25_000_000, leastOut: 1000 } as const;
