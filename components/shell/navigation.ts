import {
  IconAccessPoint,
  IconArrowsExchange,
  IconArrowsLeftRight,
  IconBell,
  IconBellCog,
  IconBolt,
  IconBook,
  IconBuilding,
  IconCash,
  IconClockPlay,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconKey,
  IconListCheck,
  IconMail,
  IconMapPin,
  IconPackage,
  IconPlugConnected,
  IconReceipt,
  IconReceiptRefund,
  IconServer2,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '@/server/contract/roles.ts';
import type { SearchResult } from '@/server/contract/search.ts';

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

export type NavigationItem = {
  label: string;
  href: string;
  icon: Icon;
  /** Hidden from roles without it. */
  permission?: Permission;
  /** Only for sandbox accounts. */
  sandboxOnly?: boolean;
};

type NavigationArea = {
  label: string;
  /** Whether the side bar shows no heading above it. */
  isUntitled?: boolean;
  items: NavigationItem[];
};

/** The areas of the portal, in the order of the side bar; Ctrl+K lists them too. */
export const navigation: NavigationArea[] = [
  { label: 'Home', isUntitled: true, items: [{ label: 'Home', href: '/', icon: IconHome }] },
  {
    label: 'Customers',
    items: [
      { label: 'Subscribers', href: '/subscribers', icon: IconUsers },
      { label: 'Subscriptions', href: '/subscriptions', icon: IconPlugConnected },
      { label: 'Installations', href: '/installations', icon: IconTool },
      { label: 'Network', href: '/network', icon: IconAccessPoint },
    ],
  },
  {
    label: 'Billing',
    items: [
      { label: 'Invoices', href: '/invoices', icon: IconFileInvoice },
      { label: 'Charges', href: '/charges', icon: IconReceipt },
      { label: 'Payments', href: '/payments', icon: IconCash },
      { label: 'Refunds', href: '/refunds', icon: IconReceiptRefund },
      { label: 'Emails', href: '/emails', icon: IconMail },
    ],
  },
  {
    label: 'Catalogue',
    items: [
      { label: 'Plans', href: '/plans', icon: IconPackage },
      { label: 'Demarcation points', href: '/demarcation-points', icon: IconMapPin },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Audit', href: '/audit', icon: IconHistory },
      { label: 'Imports and jobs', href: '/jobs', icon: IconListCheck },
      { label: 'Organisation', href: '/settings/organisation', icon: IconBuilding },
      { label: 'Team', href: '/settings/team', icon: IconUsersGroup },
      { label: 'Network settings', href: '/settings/network', icon: IconServer2 },
      { label: 'Profile', href: '/settings/profile', icon: IconUserCircle },
    ],
  },
  {
    label: 'Developers',
    items: [
      { label: 'Webhooks', href: '/developers/webhooks', icon: IconWebhook },
      { label: 'Events', href: '/developers/events', icon: IconBolt },
      { label: 'API requests', href: '/developers/requests', icon: IconArrowsLeftRight },
      { label: 'API keys', href: '/developers/keys', icon: IconKey },
      { label: 'Integrations', href: '/integrations', icon: IconArrowsExchange },
      { label: 'Test clock', href: '/developers/clock', icon: IconClockPlay, sandboxOnly: true },
      { label: 'Documentation', href: '/docs', icon: IconBook },
    ],
  },
];

/** The commands of Ctrl+K that are not links to a page of the side bar. */
export const quickActions: NavigationItem[] = [
  { label: 'Show notifications', href: '/notifications', icon: IconBell },
  { label: 'Notification settings', href: '/settings/notifications', icon: IconBellCog },
  { label: 'Import a file', href: '/imports/new', icon: IconListCheck },
  { label: 'New subscriber', href: '/subscribers/new', icon: IconUsers, permission: 'subscribers:write' },
  {
    label: 'New subscription',
    href: '/subscriptions/new',
    icon: IconPlugConnected,
    permission: 'subscriptions:write',
  },
  { label: 'Record a payment', href: '/payments?record=1', icon: IconCash, permission: 'payments:write' },
  { label: 'New charge', href: '/charges/new', icon: IconReceipt, permission: 'charges:write' },
  {
    label: 'New installation',
    href: '/installations/new',
    icon: IconTool,
    permission: 'installations:write',
  },
  { label: 'New plan', href: '/plans/new', icon: IconPackage, permission: 'plans:write' },
  {
    label: 'New demarcation point',
    href: '/demarcation-points/new',
    icon: IconMapPin,
    permission: 'demarcation-points:write',
  },
  {
    label: 'New webhook',
    href: '/developers/webhooks/new',
    icon: IconWebhook,
    permission: 'developers:write',
  },
];

const pageOfType: Record<SearchResult['type'] | 'networkSession' | 'mail' | 'job', string> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  plan: '/plans',
  demarcationPoint: '/demarcation-points',
  payment: '/payments',
  invoice: '/invoices',
  charge: '/charges',
  refund: '/refunds',
  installation: '/installations',
  webhook: '/developers/webhooks',
  event: '/developers/events',
  correlation: '/developers/correlation',
  networkSession: '/network',
  mail: '/emails',
  job: '/jobs',
};

/** The page of a resource of the API; null for a resource without a page. */
export function hrefOfResource(type: string, id: string): string | null {
  return Object.hasOwn(pageOfType, type) ? hrefOfResult({ type: type as SearchResult['type'], id }) : null;
}

/** The page of a search result. */
export function hrefOfResult({ type, id }: Pick<SearchResult, 'type' | 'id'>): string {
  return `${pageOfType[type]}/${id}`;
}
