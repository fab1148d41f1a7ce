import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/**
 * The settings of the embedded PostgreSQL that differ from its defaults, which suit small machines. Durability is the
 * default: every commit waits for the disk.
 */
export function embeddedSettings(memory = availableMemory()): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    // New tables have no statistics until the first analysis, and bad plans until then. The default waits a minute for it.
    autovacuum_naptime: '5s',
    // An eighth of the memory, because the server shares the machine: a quarter is usual where PostgreSQL has it alone.
    // Pages take memory only once they are used.
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 128 * MIB), 4_096 * MIB) / MIB)}MB`,
    // A billing run writes more than the default of 1 GB, and after each checkpoint every page is written in full.
    max_wal_size: '4GB',
  };
}

/** The memory of the machine, or of the container, in bytes. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
