const MEBIBYTE = 1024 * 1024;

/** The most that the bodies of one address take while they arrive: three of the largest files. */
const MAX_OF_OWNER = 64 * MEBIBYTE;
/** The most that the bodies of all addresses take. */
const MAX_OF_ALL = 512 * MEBIBYTE;
/** What an address may hold while all hold twice their limit, as with a body each of thousands of addresses. */
const LEAST_OF_OWNER = 64 * 1024;
/** What a part of a body takes beside its bytes, measured. A client may send a body in parts of one byte. */
const PART_BYTES = 512;

/** The memory of one body that arrives. */
export type HeldBody = {
  /** Takes memory for a part of the body, in bytes. False where there is none left. */
  hold(bytes: number): boolean;
  /** Gives the memory back. */
  release(): void;
};

/**
 * Limits the memory of bodies that arrive, which anyone can fill with slow requests before a caller is known. An address has its
 * own limit. Where all have used theirs, an address may hold its even share; where they hold twice as much, the least.
 */
export function createHeldBodies({ ofOwner = MAX_OF_OWNER, ofAll = MAX_OF_ALL } = {}) {
  const held = new Map<string, number>();
  let all = 0;

  /** @param owner the address of the client, as limits count it */
  return function open(owner: string): HeldBody {
    let own = 0;
    return {
      hold(bytes) {
        const size = bytes + PART_BYTES;
        const next = (held.get(owner) ?? 0) + size;
        const share = all + size > 2 * ofAll ? LEAST_OF_OWNER : ofAll / Math.max(held.size, 1);
        const isOver = all + size > ofAll && next > share;
        if (next > ofOwner || isOver) return false;
        held.set(owner, next);
        all += size;
        own += size;
        return true;
      },
      release() {
        const left = (held.get(owner) ?? 0) - own;
        if (left > 0) held.set(owner, left);
        else held.delete(owner);
        all -= own;
        own = 0;
      },
    };
  };
}

/** The bodies that this process receives. */
export const heldBodies = createHeldBodies();
