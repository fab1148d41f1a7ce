import {
  IconClock,
  IconCreditCard,
  IconFileInvoice,
  IconKey,
  IconMapPin,
  IconPackage,
  IconPlugConnected,
  IconTimelineEvent,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '@/server/contract/roles.ts';

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

export type NavigationItem = {
  label: string;
  href: string;
  icon: Icon;
  /** Hidden from roles without it. */
  permission?: Permission;
  /** Makes no sense on live data. */
  sandboxOnly?: boolean;
};

export type NavigationArea = { label: string; items: NavigationItem[] };

/** The areas of the portal, in the order of the side bar; Ctrl+K lists them too. */
export const navigation: NavigationArea[] = [
  {
    label: 'Customers',
    items: [
      { label: 'Subscribers', href: '/subscribers', icon: IconUsers },
      { label: 'Subscriptions', href: '/subscriptions', icon: IconPlugConnected },
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
    label: 'Money',
    items: [
      { label: 'Payments', href: '/payments', icon: IconCreditCard },
      { label: 'Invoices', href: '/invoices', icon: IconFileInvoice },
    ],
  },
  {
    label: 'Developers',
    items: [
      { label: 'Events', href: '/developers/events', icon: IconTimelineEvent },
      { label: 'API keys', href: '/developers/keys', icon: IconKey, permission: 'developers:write' },
      { label: 'Test clock', href: '/developers/clock', icon: IconClock, sandboxOnly: true },
    ],
  },
];

/** What Ctrl+K can start besides going somewhere. */
export const quickActions: NavigationItem[] = [
  { label: 'New subscriber', href: '/subscribers/new', icon: IconUsers, permission: 'subscribers:write' },
  {
    label: 'New subscription',
    href: '/subscriptions/new',
    icon: IconPlugConnected,
    permission: 'subscriptions:write',
  },
  { label: 'New plan', href: '/plans/new', icon: IconPackage, permission: 'plans:write' },
  {
    label: 'New demarcation point',
    href: '/demarcation-points/new',
    icon: IconMapPin,
    permission: 'demarcation-points:write',
  },
];

/** Where a found resource is shown. */
export const pageOfType: Record<string, string> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  plan: '/plans',
  demarcationPoint: '/demarcation-points',
  payment: '/payments',
  invoice: '/invoices',
  event: '/developers/events',
};
