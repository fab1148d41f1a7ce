import type { ReactNode } from 'react';
import classes from './docs.module.css';

type ReferenceTableProps = {
  /** The name of the table for screen readers. */
  label: string;
  columns: string[];
  /** One cell a column; the first one names the row. `id` is its anchor; without one the row has none. */
  rows: { id?: string; cells: ReactNode[] }[];
};

/** A table that becomes a list of cards where the screen is narrow. */
export function ReferenceTable({ label, columns, rows }: ReferenceTableProps) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...rest] }, row) => (
          <tr key={id ?? row} id={id}>
            <th scope="row">
              {id ? (
                <a href={`#${id}`} className={classes.anchor}>
                  {name}
                </a>
              ) : (
                name
              )}
            </th>
            {rest.map((cell, index) => (
              <td key={columns[index + 1]} data-label={columns[index + 1]}>
                <div className={classes.cell}>{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
