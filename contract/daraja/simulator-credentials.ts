/** The simulator's public credentials. Shortcode and passkey are those of Safaricom's own sandbox. */
export const simulatorCredentials = {
  shortcode: '174379',
  consumerKey: 'simulator-consumer-key',
  consumerSecret: 'simulator-consumer-secret',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiator: 'testapi',
  initiatorPassword: 'simulator-initiator',
} as const;
