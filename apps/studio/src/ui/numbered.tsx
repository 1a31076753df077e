import { Fragment, type ReactNode } from 'react'

/** Renders items identified only by their index, as in a text that is parsed again whenever it grows. */
export function numbered<Item>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode[] {
  return items.map((item, index) => <Fragment key={String(index)}>{render(item)}</Fragment>)
}
