import alignmentStyles from './Alignment.module.css'
import { type Anchor, anchorChange, anchorOf, anchors } from './anchors.ts'
import { boxSides } from './boxSides.ts'
import { useStyle } from './editing.ts'
import boxStyles from './SideBox.module.css'
import { SideBox } from './SpacingBox.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

export const positionProperties = ['position', ...boxSides, 'z-index']

/** Where an element stands: in the flow, or at the sides of another. */
export function Position() {
  const style = useStyle()
  const position = style.read('position').value || style.computed('position')
  const isPlaced = position !== 'static' && position !== ''
  const isFree = position === 'absolute' || position === 'fixed'
  const anchor = anchorOf((side) => style.read(side).value)
  return (
    <>
      <StyleField property="position" label={strings.position} words />
      {isPlaced && (
        <div className="row gap-16">
          {isFree && <Anchors anchor={anchor} onPick={(next) => void style.set(anchorChange(next), 'position')} />}
          <div className={styles.grow}>
            <SideBox kind="inset" label={strings.inset}>
              <span className={boxStyles.boxCore} />
            </SideBox>
          </div>
        </div>
      )}
      <StyleField property="z-index" label={strings.zIndex} />
    </>
  )
}

function Anchors({ anchor, onPick }: { anchor: Anchor | undefined; onPick: (anchor: Anchor) => void }) {
  return (
    <fieldset className={alignmentStyles.pad} aria-label={strings.anchor}>
      {anchors.map((each) => (
        <button
          key={each}
          type="button"
          className={alignmentStyles.padPlace}
          aria-label={strings.anchors[each]}
          data-tooltip={strings.anchors[each]}
          aria-pressed={each === anchor}
          onClick={() => onPick(each)}
        />
      ))}
    </fieldset>
  )
}
