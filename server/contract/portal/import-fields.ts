import type { Permission } from '../roles.ts';

/** What files can bring. Imports no library, so that pages can import it at no cost. */

/**
 * How the cells of a field are read. An `address` may have line breaks. An `id` and a `phone` are never in scientific notation. A
 * `reference` names another resource. A `time`
 * is read as the system of the file writes it.
 */
export type ImportFieldKind =
  | 'text'
  | 'name'
  | 'address'
  | 'id'
  | 'email'
  | 'phone'
  | 'country'
  | 'number'
  | 'time'
  | 'reference';

/** One field of a row, and how files name it. */
export type ImportField = {
  label: string;
  required?: true;
  kind: ImportFieldKind;
  description?: string;
  /** Headers without case, spaces and punctuation. */
  headers: readonly string[];
};

export type ImportType = {
  label: string;
  /** The procedure that each row runs. */
  procedure: string;
  /** The permission of that procedure. */
  permission: Permission;
  /** The gateway of a statement. Its columns are known, so the rows are checked at once; lines above the header are left out. */
  statementOf?: 'mpesa' | 'paystack';
  /** Fields by name. A `reference` is found by id, external id, email or name. */
  fields: Record<string, ImportField>;
};

const address = {
  street: {
    label: 'Street',
    kind: 'address',
    headers: ['street', 'street1', 'address', 'address1', 'addressline1'],
  },
  city: { label: 'City', kind: 'address', headers: ['city', 'town'] },
  region: { label: 'Region', kind: 'address', headers: ['region', 'state', 'county', 'province'] },
  postalCode: { label: 'Postal code', kind: 'id', headers: ['postalcode', 'zipcode', 'zip', 'postcode'] },
  country: {
    label: 'Country',
    kind: 'country',
    description: 'Two letters, such as KE, or the name.',
    headers: ['country', 'countrycode'],
  },
} as const satisfies Record<string, ImportField>;

export const importTypes = {
  subscribers: {
    label: 'Subscribers',
    procedure: 'subscriber.create',
    permission: 'subscribers:write',
    fields: {
      firstName: {
        label: 'First name',
        required: true,
        kind: 'name',
        headers: ['firstname', 'givenname', 'forename'],
      },
      lastName: {
        label: 'Last name',
        required: true,
        kind: 'name',
        headers: ['lastname', 'surname', 'familyname'],
      },
      fullName: {
        label: 'Full name',
        kind: 'name',
        description: 'Gives the first and the last name, where the file has one column for both.',
        headers: ['fullname', 'name', 'customername', 'clientname', 'customer', 'client'],
      },
      companyName: {
        label: 'Company name',
        kind: 'name',
        description: 'For invoices. Without a person it is the full name too.',
        headers: ['companyname', 'company', 'organisation', 'organization', 'businessname'],
      },
      taxId: {
        label: 'Tax number',
        kind: 'id',
        headers: ['taxid', 'taxnumber', 'companytaxid', 'vatnumber', 'vatid', 'vat', 'pin', 'krapin', 'tin'],
      },
      email: {
        label: 'Email',
        required: true,
        kind: 'email',
        headers: [
          ...['email', 'emailaddress', 'mail', 'email1', 'emails', 'primaryemail'],
          ...['contactemail', 'emailid', 'billingemail'],
        ],
      },
      phone: {
        label: 'Phone',
        required: true,
        kind: 'phone',
        description: 'Local numbers are those of the country of the organisation.',
        headers: [
          ...['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone', 'msisdn'],
          ...['phone1', 'phones', 'primaryphone', 'phoneno', 'mobilenumber', 'mobileno', 'cell', 'cellphone'],
          ...['contactnumber', 'contactphone', 'telephonenumber', 'tel'],
        ],
      },
      externalUserId: {
        label: 'External ID',
        kind: 'id',
        description: 'The id in the other system.',
        headers: ['externaluserid', 'externalid', 'id', 'customerid', 'clientid', 'userident', 'customid'],
      },
      ...address,
    },
  },
  plans: {
    label: 'Plans',
    procedure: 'plan.create',
    permission: 'plans:write',
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
    permission: 'subscriptions:write',
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
        kind: 'id',
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
  mpesaStatement: {
    label: 'M-Pesa statement',
    procedure: 'receipt.recordMpesa',
    permission: 'payments:write',
    statementOf: 'mpesa',
    fields: {
      transactionId: {
        label: 'Receipt number',
        required: true,
        kind: 'id',
        headers: ['receiptno', 'receiptnumber', 'receipt', 'mpesareceiptno', 'transactionid'],
      },
      paidAt: {
        label: 'Completion time',
        required: true,
        kind: 'time',
        headers: ['completiontime', 'completiondate', 'transactiondate', 'date'],
      },
      amount: { label: 'Paid in', required: true, kind: 'number', headers: ['paidin', 'moneyin', 'credit'] },
      status: { label: 'Status', kind: 'text', headers: ['transactionstatus', 'status'] },
      accountNumber: {
        label: 'Account',
        kind: 'id',
        headers: ['acno', 'accountno', 'accountnumber', 'accno', 'billreference'],
      },
      payer: {
        label: 'Payer',
        kind: 'text',
        headers: ['otherpartyinfo', 'otherparty', 'oppositeparty', 'partyinfo'],
      },
      details: { label: 'Details', kind: 'text', headers: ['details', 'description'] },
      reason: { label: 'Reason', kind: 'text', headers: ['reasontype', 'transactiontype'] },
      linkedTransactionId: { label: 'Linked transaction', kind: 'id', headers: ['linkedtransactionid'] },
    },
  },
  paystackStatement: {
    label: 'Paystack transactions',
    procedure: 'receipt.recordPaystack',
    permission: 'payments:write',
    statementOf: 'paystack',
    fields: {
      reference: {
        label: 'Reference',
        required: true,
        kind: 'id',
        headers: ['reference', 'transactionreference', 'ref'],
      },
      amount: {
        label: 'Amount',
        required: true,
        kind: 'number',
        headers: ['amountpaid', 'amount', 'transactionamount'],
      },
      currency: { label: 'Currency', required: true, kind: 'text', headers: ['currency', 'currencycode'] },
      status: {
        label: 'Status',
        required: true,
        kind: 'text',
        headers: ['status', 'transactionstatus'],
      },
      transactionId: { label: 'Transaction', kind: 'id', headers: ['id', 'transactionid'] },
    },
  },
} as const satisfies Record<string, ImportType>;

export type ImportTypeName = keyof typeof importTypes;
export const importTypeNames = Object.keys(importTypes) as [ImportTypeName, ...ImportTypeName[]];

/** The type without the literal types of its fields. */
export function importTypeOf(name: string): ImportType {
  return importTypes[name as ImportTypeName];
}
