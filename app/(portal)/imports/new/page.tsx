import type { Metadata } from 'next';
import { ImportUpload } from '../import-upload.tsx';

export const metadata: Metadata = { title: 'Import a file' };

export default function NewImportPage() {
  return <ImportUpload />;
}
