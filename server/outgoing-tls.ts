import { constants } from 'node:crypto';
import { DEFAULT_CIPHERS } from 'node:tls';

/** The most bytes that a server sends before its handshake is complete. Chains of certificates have some 5 KB, and rarely 10. */
export const MAX_HANDSHAKE = 16 * 1024;

/**
 * TLS to an address that a partner chose. The server chooses the numbers of a key exchange by DHE: with 10,000 bits one handshake takes
 * the event loop for 3 s, with the group ffdhe8192 for 0.3 s. Servers of TLS 1.2 and 1.3 have elliptic curves. A server of TLS 1.2
 * could ask for a handshake again and again.
 */
export const outgoingTls = {
  ciphers: `${DEFAULT_CIPHERS}:!DHE`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION ?? 0,
};
