import { CopyId } from '../format/copy-id.tsx';
import type { TableColumn } from './table-column.ts';

/** The correlation id of a row; offered by the column chooser. */
export const correlationColumn: TableColumn<{ correlationId: string }> = {
  key: 'correlationId',
  title: 'Correlation ID',
  defaultVisible: false,
  render: ({ correlationId }) => <CopyId id={correlationId} what="correlation id" short />,
};
