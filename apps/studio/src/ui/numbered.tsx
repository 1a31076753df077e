import { Fragment, type ReactNode } from 'react'

/** Renders items whose place is all the identity that they have, as in a text that is parsed anew whenever it grows. */
export function numbered<Item>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode[] {
  return items.map((item, index) => <Fragment key={String(index)}>{render(item)}</Fragment>)
}
