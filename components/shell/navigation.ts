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
  IconCreditCard,
  IconDeviceMobileDollar,
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
  IconSearch,
  IconServer2,
  IconSpeakerphone,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { SearchResult } from '@/server/contract/portal/search.ts';
import type { Permission } from '@/server/contract/roles.ts';

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

export type NavigationItem = {
  label: string;
  href: string;
  icon: Icon;
  /** Hidden from roles without it; by default `read`. */
  permission?: Permission;
  /** Hidden from roles with it. */
  hiddenWith?: Permission;
  /** Only for sandbox accounts. */
  sandboxOnly?: boolean;
};

/** A page of the side bar, which `g` and then its key open. */
export type NavigationPlace = NavigationItem & { key: string };

type NavigationArea = {
  label: string;
  /** Whether the side bar shows no heading above it. */
  isUntitled?: boolean;
  items: NavigationPlace[];
};

/** The areas of the portal, in the order of the side bar. Ctrl+K, the keys and their help list them too. */
export const navigation: NavigationArea[] = [
  {
    label: 'Home',
    isUntitled: true,
    items: [
      { label: 'Home', href: '/', key: 'h', icon: IconHome },
      {
        ...{ label: 'My visits', href: '/visits', key: '3', icon: IconTool },
        ...{ permission: 'visits:write', hiddenWith: 'read' },
      },
    ],
  },
  {
    label: 'Customers',
    items: [
      { label: 'Subscribers', href: '/subscribers', key: 's', icon: IconUsers },
      { label: 'Subscriptions', href: '/subscriptions', key: 'u', icon: IconPlugConnected },
      { label: 'Installations', href: '/installations', key: 'i', icon: IconTool },
      { label: 'Network', href: '/network', key: 'n', icon: IconAccessPoint },
    ],
  },
  {
    label: 'Billing',
    items: [
      { label: 'Invoices', href: '/invoices', key: 'v', icon: IconFileInvoice },
      { label: 'Charges', href: '/charges', key: 'c', icon: IconReceipt },
      { label: 'Payments', href: '/payments', key: 'p', icon: IconCash },
      { label: 'Receipts', href: '/receipts', key: '1', icon: IconDeviceMobileDollar },
      { label: 'Refunds', href: '/refunds', key: 'r', icon: IconReceiptRefund },
      {
        ...{ label: 'Gateways', href: '/payments/gateways', key: 'g', icon: IconCreditCard },
        permission: 'settings:write',
      },
      { label: 'Messages', href: '/emails', key: 'm', icon: IconMail },
      { label: 'Announcements', href: '/announcements', key: '2', icon: IconSpeakerphone },
    ],
  },
  {
    label: 'Catalogue',
    items: [
      { label: 'Plans', href: '/plans', key: 'l', icon: IconPackage },
      { label: 'Demarcation points', href: '/demarcation-points', key: 'd', icon: IconMapPin },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Audit', href: '/audit', key: 'a', icon: IconHistory },
      { label: 'Imports and jobs', href: '/jobs', key: 'j', icon: IconListCheck },
      { label: 'Organisation', href: '/settings/organisation', key: 'o', icon: IconBuilding },
      { label: 'Team', href: '/settings/team', key: 't', icon: IconUsersGroup },
      { label: 'Network settings', href: '/settings/network', key: 'f', icon: IconServer2 },
      {
        ...{ label: 'Profile', href: '/settings/profile', key: 'y', icon: IconUserCircle },
        permission: 'own',
      },
    ],
  },
  {
    label: 'Developers',
    items: [
      { label: 'Webhooks', href: '/developers/webhooks', key: 'w', icon: IconWebhook },
      { label: 'Events', href: '/developers/events', key: 'e', icon: IconBolt },
      { label: 'API requests', href: '/developers/requests', key: 'q', icon: IconArrowsLeftRight },
      { label: 'API keys', href: '/developers/keys', key: 'k', icon: IconKey },
      { label: 'Integrations', href: '/integrations', key: 'x', icon: IconArrowsExchange },
      { label: 'Test clock', href: '/developers/clock', key: 'z', icon: IconClockPlay, sandboxOnly: true },
      { label: 'Documentation', href: '/docs', key: 'b', icon: IconBook },
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
  { label: 'Record a payment', href: '/payments?record=1', icon: IconCash, permission: 'payments:collect' },
  { label: 'New charge', href: '/charges/new', icon: IconReceipt, permission: 'charges:write' },
  {
    label: 'New installation',
    href: '/installations/new',
    icon: IconTool,
    permission: 'installations:write',
  },
  { label: 'My visits', href: '/visits', icon: IconTool, permission: 'visits:write' },
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

/** Lists that people ask for in words, as commands of Ctrl+K. */
export const frequentLists: NavigationItem[] = [
  { label: 'Overdue invoices', href: '/invoices?f.overdue=true', icon: IconFileInvoice },
  { label: 'Overdue subscriptions', href: '/subscriptions?f.overdue=true', icon: IconPlugConnected },
  { label: 'Subscriptions that will end', href: '/subscriptions?f.ending=true', icon: IconPlugConnected },
  { label: 'Cancellations and their reasons', href: '/departures', icon: IconPlugConnected },
  { label: 'Suspended subscribers', href: '/subscribers?f.status=suspended', icon: IconUsers },
  { label: 'Failed payments', href: '/payments?f.status=FAILED', icon: IconCash },
  { label: 'Refunds due', href: '/payments?f.refundDue=true', icon: IconReceiptRefund },
  { label: 'Open outages', href: '/announcements?f.open=true', icon: IconSpeakerphone },
  { label: 'Failed messages', href: '/emails?f.status=FAILED', icon: IconMail },
  { label: 'Sessions online', href: '/network?f.active=true', icon: IconAccessPoint },
  { label: 'Failing webhooks', href: '/developers/webhooks?f.failing=true', icon: IconWebhook },
];

export const pageOfType: Record<
  SearchResult['type'] | 'mail' | 'announcement' | 'job' | 'integration',
  string
> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  plan: '/plans',
  demarcationPoint: '/demarcation-points',
  payment: '/payments',
  receipt: '/receipts',
  invoice: '/invoices',
  charge: '/charges',
  refund: '/refunds',
  installation: '/installations',
  webhook: '/developers/webhooks',
  event: '/developers/events',
  correlation: '/developers/correlation',
  networkSession: '/network',
  mail: '/emails',
  announcement: '/announcements',
  job: '/jobs',
  integration: '/integrations',
};

/**
 * The page of a resource of the API; null for a resource without a page.
 * @param parentId the integration of an inbound event, or the webhook of a delivery
 */
export function hrefOfResource(type: string, id: string, parentId?: string | null): string | null {
  if (parentId && type === 'inboundEvent') return `/integrations/${parentId}/events/${id}`;
  if (parentId && type === 'delivery') return `/developers/webhooks/${parentId}/deliveries/${id}`;
  return Object.hasOwn(pageOfType, type) ? hrefOfResult({ type: type as SearchResult['type'], id }) : null;
}

/** The page of a search result. */
export function hrefOfResult({ type, id }: Pick<SearchResult, 'type' | 'id'>): string {
  return `${pageOfType[type]}/${id}`;
}

/** The icon of the area in which a search result has its page. */
export function iconOfResult({ type }: Pick<SearchResult, 'type'>): Icon {
  const place = navigation.flatMap(({ items }) => items).find(({ href }) => href === pageOfType[type]);
  return place?.icon ?? IconSearch;
}
