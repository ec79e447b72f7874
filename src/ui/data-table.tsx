import './data-table.css';
import type { ReactNode } from 'react';
import { ListFoot } from './list-foot.tsx';

export interface Column<Row> {
  header: string;
  /** The header is for screen readers only. */
  headerHidden?: boolean;
  cell(row: Row, index: number): ReactNode;
  align?: 'start' | 'end';
  /** This cell names the row (`th scope=row`). One column should. */
  names?: boolean;
  /**
   * The cell's position on phones, where a row is a card: `picture` at the left, `title` beside it, `value` with
   * `aside` under it, `start` and `end` below. `wide` fills the card; `hidden` is not shown.
   */
  phone?: 'picture' | 'title' | 'value' | 'aside' | 'start' | 'end' | 'wide' | 'hidden';
}

interface DataTableProps<Row> {
  /** The table's caption, for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Marks a row, for example one that was just added. */
  rowMark?: (row: Row) => 'new' | 'gone' | undefined;
  /** Below the table: "Show more". */
  foot?: ReactNode;
}

/** The implicit roles, which `display: grid` would drop on phones. */
const ROLES = {
  table: 'table',
  rowgroup: 'rowgroup',
  row: 'row',
  columnheader: 'columnheader',
  rowheader: 'rowheader',
  cell: 'cell',
} as const;

/** An HTML table. Its rows become cards below 1180 px. */
export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { columns } = props;
  const pictured = columns.some((column) => column.phone === 'picture');
  return (
    <div className="table-panel">
      <table className={`table ${pictured ? 'table-pictured' : ''}`} role={ROLES.table}>
        <caption className="sr">{props.caption}</caption>
        <thead role={ROLES.rowgroup}>
          <tr role={ROLES.row}>
            {columns.map((column) => (
              <th key={column.header} scope="col" role={ROLES.columnheader} className={cellClass(column)}>
                {column.headerHidden ? <span className="sr">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={ROLES.rowgroup}>
          {props.rows.map((row, index) => (
            <DataRow key={row._id} {...props} row={row} index={index} />
          ))}
        </tbody>
      </table>
      {props.foot && <ListFoot className="table-foot">{props.foot}</ListFoot>}
    </div>
  );
}

function DataRow<Row>({ columns, row, index, rowMark }: DataTableProps<Row> & { row: Row; index: number }) {
  return (
    <tr role={ROLES.row} data-mark={rowMark?.(row)}>
      {columns.map((column) =>
        column.names ? (
          <th key={column.header} scope="row" role={ROLES.rowheader} className={cellClass(column)}>
            {column.cell(row, index)}
          </th>
        ) : (
          <td key={column.header} role={ROLES.cell} className={cellClass(column)}>
            {column.cell(row, index)}
          </td>
        ),
      )}
    </tr>
  );
}

function cellClass<Row>({ align, phone = 'start' }: Column<Row>): string {
  return `cell-${phone}${align === 'end' ? ' cell-right' : ''}`;
}
