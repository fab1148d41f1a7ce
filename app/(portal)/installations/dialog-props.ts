import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** The properties of every dialog about an installation. */
export type InstallationDialogProps = { installation: InstallationSnapshot; onClose: () => void };
