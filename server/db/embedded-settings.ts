import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/**
 * How the embedded PostgreSQL is set, beyond its own defaults, which are those of a machine of long ago. Durability is
 * left alone: every commit waits for the disk.
 */
export function embeddedSettings(memory = availableMemory()): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    // Of new tables PostgreSQL knows nothing, and plans made then may read a whole provider's rows for one of them: until
    // the first analysis, which is not to wait for the usual minute.
    autovacuum_naptime: '5s',
    // A quarter is usual where a machine does nothing else; pages are taken only as they are used.
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 128 * MIB), 4_096 * MIB) / MIB)}MB`,
    // A billing run writes more than the usual 1 GB between two checkpoints, and each page anew after every one.
    max_wal_size: '4GB',
  };
}

/** Bytes of memory that we may use, in a container those of the container. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
