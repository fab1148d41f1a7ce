import { TimeText } from '../format/time-text.tsx';
import type { TableColumn } from './table-column.ts';

/** The day on which a row was created, as most lists show it. */
export const createdColumn: TableColumn<{ createdAt: string }> = {
  key: 'createdAt',
  title: 'Created',
  sortable: true,
  render: (row) => <TimeText value={row.createdAt} detail="day" />,
};

/** When a row last changed; offered by the column chooser. */
export const changedColumn: TableColumn<{ updatedAt: string }> = {
  key: 'updatedAt',
  title: 'Changed',
  sortable: true,
  defaultVisible: false,
  render: (row) => <TimeText value={row.updatedAt} />,
};
