import { useStyle } from './editing.ts'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

export const sizeProperties = [
  ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'overflow-x', 'overflow-y'],
  ...['aspect-ratio', 'object-fit', 'object-position'],
  ...['flex-grow', 'flex-shrink', 'flex-basis', 'align-self', 'justify-self', 'order'],
  ...['grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'],
]

/** An element's size, and its share of the flex or grid box around it. */
export function Size() {
  const style = useStyle()
  const tag = style.nodes[0].tag
  const parent = style.element()?.parentElement
  const around = parent ? (parent.ownerDocument.defaultView?.getComputedStyle(parent).display ?? '') : ''
  return (
    <>
      <div className={styles.pairs}>
        <StyleField layout="stack" property="width" label={strings.width} />
        <StyleField layout="stack" property="height" label={strings.height} />
        <StyleField layout="stack" property="min-width" label={strings.minWidth} />
        <StyleField layout="stack" property="min-height" label={strings.minHeight} />
        <StyleField layout="stack" property="max-width" label={strings.maxWidth} />
        <StyleField layout="stack" property="max-height" label={strings.maxHeight} />
      </div>
      <StyleField property="aspect-ratio" label={strings.ratio} />
      <StyleField property="overflow" label={strings.overflow} words />
      {/^(?:img|video|picture|canvas)$/.test(tag) && (
        <>
          <StyleField property="object-fit" label={strings.fit} words />
          <StyleField property="object-position" label={strings.focus} />
        </>
      )}
      {around.endsWith('flex') && (
        <div className={styles.triples}>
          <StyleField layout="stack" property="flex-grow" label={strings.grow} />
          <StyleField layout="stack" property="flex-shrink" label={strings.shrink} />
          <StyleField layout="stack" property="flex-basis" label={strings.basis} />
        </div>
      )}
      {around.endsWith('grid') && (
        <div className={styles.pairs}>
          <StyleField layout="stack" property="grid-column" label={strings.gridColumn} />
          <StyleField layout="stack" property="grid-row" label={strings.gridRow} />
          <StyleField layout="stack" property="justify-self" label={strings.justifySelf} words />
        </div>
      )}
      {/(?:flex|grid)$/.test(around) && (
        <div className={styles.pairs}>
          <StyleField layout="stack" property="align-self" label={strings.alignSelf} words />
          <StyleField layout="stack" property="order" label={strings.order} />
        </div>
      )}
    </>
  )
}
