import type { PdfDocument } from '../../contract/pdf-document.ts';
import { findOrNull } from '../../state/resource.ts';
import { documentOf } from '../model/invoice/document.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import type { OpenPage } from './open.ts';

/** The PDF of an invoice of this customer; null for any other. Contract: Customer's page. */
export async function readInvoiceFor(
  { scope, subscriberId }: OpenPage,
  id: string,
): Promise<PdfDocument | null> {
  const row = await findOrNull(scope, invoiceResource, id);
  return row?.subscriberId === subscriberId ? documentOf(scope, row) : null;
}
