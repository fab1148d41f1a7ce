/** The types of records of TLS (RFC 8446, 5.1), which are in clear. */
const CHANGE_CIPHER_SPEC = 20;
export const HANDSHAKE = 22;
const DATA = 23;

const HEADER = 5;

/**
 * The most bytes of records without data behind a change of the cipher: the end of a handshake of TLS 1.2 and its alerts, or the second
 * hello of TLS 1.3, which has 240 with the longest key.
 */
const MAX_BEHIND = 320;

export type TlsRecords = {
  /** Why the connection must end in place of reading the next bytes; null where it may read them. */
  faultOf(bytes: Buffer): string | null;
};

/**
 * Reads the headers of the records that a server sends. A server of TLS 1.2 may ask for a further handshake in four bytes any number of
 * times, also thousands of times in one record, and OpenSSL answers each, whether it is allowed or not.
 */
export function createTlsRecords(): TlsRecords {
  const header = Buffer.alloc(HEADER);
  let ofHeader = 0;
  let left = 0;
  let isChanged = false;
  let behind = 0;

  function isAllowed(type: number, length: number): boolean {
    if (isChanged && type !== DATA) behind += length;
    if (type === CHANGE_CIPHER_SPEC) isChanged = true;
    return behind <= MAX_BEHIND;
  }

  return {
    faultOf(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (left > 0) {
          const of = Math.min(left, bytes.length - at);
          left -= of;
          at += of;
          continue;
        }
        header[ofHeader] = bytes[at] ?? 0;
        ofHeader += 1;
        at += 1;
        if (ofHeader < HEADER) continue;
        ofHeader = 0;
        left = header.readUInt16BE(HEADER - 2);
        if (!isAllowed(header[0] ?? 0, left)) return 'a handshake of TLS behind the first one';
      }
      return null;
    },
  };
}
