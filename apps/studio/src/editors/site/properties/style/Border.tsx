import { useState } from 'react'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { boxSides } from './boxSides.ts'
import { ColorField } from './ColorField.tsx'
import { useStyle } from './editing.ts'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
const parts = ['width', 'style', 'color'] as const
const sides = ['all', ...boxSides] as const

export const borderProperties = [
  ...boxSides.flatMap((side) => parts.map((part) => `border-${side}-${part}`)),
  ...corners.map((corner) => `border-${corner}-radius`),
  ...['outline-width', 'outline-style', 'outline-color', 'outline-offset'],
]

/** The border of all sides or of one, and the radius of all corners or of each. */
export function Border() {
  const style = useStyle()
  // If only one side has a border, that side is shown.
  const set = boxSides.filter((each) => style.setHere.has(`border-${each}-style`))
  const [chosen, setSide] = useState<(typeof sides)[number]>()
  const [only] = set
  const side = chosen ?? (set.length === 1 && only ? only : 'all')
  const [each, setEach] = useState(false)
  const of = (part: string) => (side === 'all' ? `border-${part}` : `border-${side}-${part}`)
  return (
    <>
      <Segmented
        label={strings.borderSide}
        value={side}
        onChange={setSide}
        options={sides.map((value) => ({ value, label: value === 'all' ? strings.allSides : strings.sides[value] }))}
      />
      <StyleField property={of('width')} label={strings.width} />
      <StyleField property={of('style')} label={strings.lineStyle} words />
      <ColorField property={of('color')} label={strings.color} />
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{strings.radius}</span>
        <button type="button" className={styles.quietButton} aria-pressed={each} onClick={() => setEach(!each)}>
          {strings.eachCorner}
        </button>
      </div>
      {each ? (
        <div className={styles.pairs}>
          {corners.map((corner) => (
            <StyleField
              key={corner}
              layout="stack"
              property={`border-${corner}-radius`}
              label={strings.corners[corner]}
            />
          ))}
        </div>
      ) : (
        <StyleField property="border-radius" label={strings.allCorners} />
      )}
      <StyleField property="outline" label={strings.outline} />
      <StyleField property="outline-offset" label={strings.outlineOffset} />
    </>
  )
}
