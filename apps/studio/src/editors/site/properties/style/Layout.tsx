import { Columns3, EyeOff, LayoutGrid, Rows3, Square } from 'lucide-react'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { AlignPad } from './AlignPad.tsx'
import { type DisplayKind, displayChange, displayKind, padAxes } from './displayKind.ts'
import { useStyle } from './editing.ts'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'
import { Tracks } from './Tracks.tsx'

export const layoutProperties = [
  ...['display', 'flex-direction', 'flex-wrap', 'row-gap', 'column-gap', 'justify-content', 'align-items'],
  ...['justify-items', 'grid-template-columns', 'grid-template-rows', 'grid-auto-flow'],
]

/** How an element lays out its children. */
export function Layout() {
  const style = useStyle()
  const display = style.read('display').value || style.computed('display')
  const direction = style.read('flex-direction').value || style.computed('flex-direction')
  const kind = displayKind(display, direction)
  const isFlex = kind === 'row' || kind === 'column'
  const isGrid = kind === 'grid'
  const icon = { block: Square, row: Columns3, column: Rows3, grid: LayoutGrid, none: EyeOff }
  const kinds = ['block', 'row', 'column', 'grid', 'none'] as const
  return (
    <>
      <Segmented<DisplayKind>
        label={strings.display}
        value={kind}
        onChange={(next) => void style.set(displayChange(next, direction), 'display')}
        options={kinds.map((each) => {
          const Icon = icon[each]
          return { value: each, label: strings.displayKinds[each], icon: <Icon size={14} /> }
        })}
      />
      <StyleField property="display" label={strings.display} words />
      {(isFlex || isGrid) && (
        <div className="row gap-16">
          <AlignPad axes={padAxes(kind)} />
          <div className="grid gap-6 grow min-w-0">
            <StyleField property="column-gap" label={strings.columnGap} />
            <StyleField property="row-gap" label={strings.rowGap} />
          </div>
        </div>
      )}
      {(isFlex || isGrid) && (
        <>
          <StyleField property="justify-content" label={strings.justify} words />
          <StyleField property="align-items" label={strings.align} words />
        </>
      )}
      {isFlex && (
        <>
          <StyleField property="flex-direction" label={strings.direction} words />
          <StyleField property="flex-wrap" label={strings.wrap} words />
        </>
      )}
      {isGrid && (
        <>
          <Tracks property="grid-template-columns" title={strings.columns} />
          <Tracks property="grid-template-rows" title={strings.rows} />
          <StyleField property="grid-auto-flow" label={strings.flow} words />
        </>
      )}
    </>
  )
}
