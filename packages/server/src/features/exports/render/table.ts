import type { MetricUnit } from '@deal-canvas/contract'

/** A number with its unit, so that a workbook shows it as people write it and computes with it all the same. */
export interface Amount {
  value: number
  unit: MetricUnit
}

export type TableCell = string | number | Amount | null

/** A list as it is exported: one sheet of a workbook, or one CSV file. */
export interface Table {
  /** The name of the CSV file. */
  id: string
  title: string
  columns: readonly { title: string; width: number }[]
  rows: readonly (readonly TableCell[])[]
}

/** A column and how to fill it. */
export interface Column<Item> {
  title: string
  width: number
  cell(item: Item): TableCell
}

export const tableOf = <Item>(
  { id, title }: Pick<Table, 'id' | 'title'>,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Table => ({
  id,
  title,
  columns,
  rows: items.map((item) => columns.map(({ cell }) => cell(item))),
})

export const amount = (value: number | null | undefined, unit: MetricUnit): TableCell =>
  value === null || value === undefined ? null : { value, unit }
