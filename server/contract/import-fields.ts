/** What CSV files can bring. Imports no library, so that pages can import it at no cost. Portal only. */

/** One field of a row, and how files name it. */
export type ImportField = {
  label: string;
  required?: true;
  kind: 'text' | 'number' | 'phone' | 'country' | 'reference';
  description?: string;
  /** Headers without case, spaces and punctuation. */
  headers: readonly string[];
};

export type ImportType = {
  label: string;
  /** The procedure that each row runs. */
  procedure: string;
  /** Fields by name. A `reference` is found by id, external id, email or name. */
  fields: Record<string, ImportField>;
  /** What makes two rows of a file the same: the first of these sets of fields that has a value. */
  sameBy: readonly (readonly string[])[];
};

const address = {
  street: {
    label: 'Street',
    kind: 'text',
    headers: ['street', 'street1', 'address', 'address1', 'addressline1'],
  },
  city: { label: 'City', kind: 'text', headers: ['city', 'town'] },
  region: { label: 'Region', kind: 'text', headers: ['region', 'state', 'county', 'province'] },
  postalCode: { label: 'Postal code', kind: 'text', headers: ['postalcode', 'zipcode', 'zip', 'postcode'] },
  country: {
    label: 'Country',
    kind: 'country',
    description: 'Two letters, such as KE.',
    headers: ['country', 'countrycode'],
  },
} as const satisfies Record<string, ImportField>;

export const importTypes = {
  subscribers: {
    label: 'Subscribers',
    procedure: 'subscriber.create',
    sameBy: [['email'], ['externalUserId'], ['phone']],
    fields: {
      firstName: {
        label: 'First name',
        required: true,
        kind: 'text',
        headers: ['firstname', 'givenname', 'forename'],
      },
      lastName: {
        label: 'Last name',
        required: true,
        kind: 'text',
        headers: ['lastname', 'surname', 'familyname'],
      },
      fullName: {
        label: 'Full name',
        kind: 'text',
        description: 'Gives the first and the last name, where the file has one column for both.',
        headers: ['fullname', 'name', 'customername', 'clientname', 'customer', 'client'],
      },
      email: { label: 'Email', required: true, kind: 'text', headers: ['email', 'emailaddress', 'mail'] },
      phone: {
        label: 'Phone',
        required: true,
        kind: 'phone',
        description: 'Local numbers are those of the country of the organisation.',
        headers: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone', 'msisdn'],
      },
      externalUserId: {
        label: 'External ID',
        kind: 'text',
        description: 'The id in the other system.',
        headers: ['externaluserid', 'externalid', 'id', 'customerid', 'clientid', 'userident', 'customid'],
      },
      ...address,
    },
  },
  plans: {
    label: 'Plans',
    procedure: 'plan.create',
    sameBy: [['planName']],
    fields: {
      planName: {
        label: 'Plan name',
        required: true,
        kind: 'text',
        headers: ['planname', 'name', 'title', 'plan', 'tariff', 'serviceplan', 'servicename'],
      },
      planType: { label: 'Plan type', required: true, kind: 'text', headers: ['plantype', 'type'] },
      downloadSpeedMbps: {
        label: 'Download, Mbps',
        required: true,
        kind: 'number',
        headers: ['downloadspeedmbps', 'downloadspeed', 'download', 'speeddownload', 'downloadspeedkbps'],
      },
      uploadSpeedMbps: {
        label: 'Upload, Mbps',
        required: true,
        kind: 'number',
        headers: ['uploadspeedmbps', 'uploadspeed', 'upload', 'speedupload', 'uploadspeedkbps'],
      },
      priceAmount: {
        label: 'Price',
        required: true,
        kind: 'number',
        headers: ['priceamount', 'price', 'amount'],
      },
      priceCurrency: {
        label: 'Currency',
        required: true,
        kind: 'text',
        headers: ['pricecurrency', 'currency', 'currencycode'],
      },
      billingCycleDays: {
        label: 'Days of a cycle',
        required: true,
        kind: 'number',
        headers: ['billingcycledays', 'billingdays', 'cycledays', 'perioddays', 'billingdayscount'],
      },
      graceDays: { label: 'Grace days', kind: 'number', headers: ['gracedays', 'graceperiod'] },
      dataCapMb: { label: 'Data cap, MB', kind: 'number', headers: ['datacapmb', 'datacap', 'capmb'] },
    },
  },
  subscriptions: {
    label: 'Subscriptions',
    procedure: 'subscription.create',
    sameBy: [['externalReference'], ['subscriberId', 'planId', 'demarcationPointId']],
    fields: {
      subscriberId: {
        label: 'Subscriber',
        required: true,
        kind: 'reference',
        description: 'Its id, external ID, email or phone.',
        headers: ['subscriberid', 'subscriber', 'customerid', 'clientid', 'email', 'customer', 'client'],
      },
      planId: {
        label: 'Plan',
        required: true,
        kind: 'reference',
        description: 'Its id or name.',
        headers: ['planid', 'plan', 'planname', 'tariff', 'tariffname', 'serviceplan', 'servicename'],
      },
      demarcationPointId: {
        label: 'Demarcation point',
        required: true,
        kind: 'reference',
        description: 'Its id or name.',
        headers: ['demarcationpointid', 'demarcationpoint', 'site', 'location', 'sitename', 'accessdevice'],
      },
      externalReference: {
        label: 'External reference',
        kind: 'text',
        description: 'The id of the service in the other system.',
        headers: ['externalreference', 'reference', 'serviceid', 'id'],
      },
      priceOverride: {
        label: 'Own price',
        kind: 'number',
        headers: ['priceoverride', 'individualprice'],
      },
    },
  },
} as const satisfies Record<string, ImportType>;

export type ImportTypeName = keyof typeof importTypes;
export const importTypeNames = Object.keys(importTypes) as [ImportTypeName, ...ImportTypeName[]];

/** The type without the literal types of its fields. */
export function importTypeOf(name: string): ImportType {
  return importTypes[name as ImportTypeName];
}

/** The reason of a refused row, with the label of its field. */
export function rowReasonText(
  action: string,
  { field, message }: { field: string; message: string },
): string {
  const label = (importTypes[action as ImportTypeName] as ImportType | undefined)?.fields[field]?.label;
  return label ? `${label}: ${message}` : message;
}
