import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';
import { organisation } from './provider.ts';

/** Instants of better-auth, which requires plain Dates. */
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A person who signs in to the portal. This and the next four tables are better-auth's, except for their names. */
export const staffUser = pgTable('staff_user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Whether a sign-in needs a code after the password. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Real time of the last complete sign-in. */
  lastSignInAt: at('last_sign_in_at'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

export const staffSession = pgTable(
  'staff_session',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The provider that the person has selected; when unset, the organisation's first. */
    activeProviderId: id('active_provider_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('staff_session_user').on(t.userId)],
);

export const staffAccount = pgTable(
  'staff_account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** The hash of a generated password. While it equals `password`, the person must change it. */
    generatedPassword: text('generated_password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('staff_account_user').on(t.userId)],
);

export const staffVerification = pgTable(
  'staff_verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('staff_verification_identifier').on(t.identifier)],
);

/** The second factor of a person. The secret and the recovery codes are encrypted with a key of the secrets key. */
export const staffTwoFactor = pgTable('staff_two_factor', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => staffUser.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** A JSON array of the recovery codes that are left. */
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code is verified. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
  /** The time step of the last code that was used, in periods of 30 s since 1970. Only later ones are accepted. */
  lastStep: bigint('last_step', { mode: 'number' }),
  /** Fingerprints of the recovery codes that were used. */
  usedCodes: text('used_codes').array().notNull().default(sql`'{}'`),
});

/**
 * How often something was tried within a window of time: sign-ins, links and invitations by person and address. The database has it
 * because several processes count together. Real time.
 */
export const attemptWindow = pgTable(
  'attempt_window',
  {
    /** A fingerprint of the person or address, so that the table names none. */
    key: text('key').primaryKey(),
    count: bigint('count', { mode: 'number' }).notNull(),
    until: instant('until').notNull(),
    /** When the next attempt may begin where attempts take turns. */
    nextTurn: instant('next_turn').notNull(),
  },
  (t) => [index('attempt_window_until').on(t.until)],
);

/** Membership of a person in an organisation, with the role. */
export const staffMember = pgTable(
  'staff_member',
  {
    organisationId: id('organisation_id')
      .notNull()
      .references(() => organisation.id),
    userId: text('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    role: enumText('role', ['owner', 'admin', 'billing', 'support', 'viewer', 'technician']).notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.organisationId, t.userId] }),
    index('staff_member_user').on(t.userId),
    check(
      'staff_member_role',
      sql`${t.role} in ('owner', 'admin', 'billing', 'support', 'viewer', 'technician')`,
    ),
  ],
);

/** An invitation to join an organisation. It is deleted when it is accepted or withdrawn. Real time. */
export const staffInvitation = pgTable(
  'staff_invitation',
  {
    id: id('id').primaryKey(),
    organisationId: id('organisation_id')
      .notNull()
      .references(() => organisation.id),
    /** In lower case. */
    email: text('email').notNull(),
    role: enumText('role', ['owner', 'admin', 'billing', 'support', 'viewer', 'technician']).notNull(),
    /** SHA-256 of the token in the link, hex. The token has 256 random bits. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The name of the person who invited, as of then. */
    invitedBy: text('invited_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    ...timestamps,
  },
  (t) => [
    unique('staff_invitation_email').on(t.organisationId, t.email),
    index('staff_invitation_of_email').on(t.email),
    check(
      'staff_invitation_role',
      sql`${t.role} in ('owner', 'admin', 'billing', 'support', 'viewer', 'technician')`,
    ),
  ],
);
