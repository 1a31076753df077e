import { Skeleton } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import { Parameters } from './Parameters.tsx'
import styles from './Part.module.css'
import { PartUses } from './PartUses.tsx'
import { Requirements } from './Requirements.tsx'
import { areaText, numberText, sizeText, volumeText } from './words.ts'

/** The parameters and the requirements of a part, to edit, and what it measures. */
export function PartTables() {
  const { build } = usePart()
  if (!build) {
    return (
      <div className={styles.loading} aria-busy="true">
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </div>
    )
  }
  return (
    <div className={styles.tables}>
      <Parameters parameters={build.parameters} />
      <Requirements requirements={build.requirements} units={build.units} />
      <Measures />
      <PartUses />
    </div>
  )
}

function Measures() {
  const { build } = usePart()
  if (!build || build.measures.bodies === 0) return null
  const { units, density, measures } = build
  const lines: readonly [string, string | undefined][] = [
    [strings.size, sizeText(measures, units)],
    [strings.volume, volumeText(measures.volume, units)],
    [strings.surface, areaText(measures.area, units)],
    [strings.mass, strings.massAt(`${numberText(measures.mass)} g`, numberText(density))],
    [strings.bodies, String(measures.bodies)],
    [strings.faces, String(measures.faces)],
    [strings.edges, String(measures.edges)],
  ]
  return (
    <section>
      <h2 className={styles.heading}>{strings.measures}</h2>
      <dl className={styles.measures}>
        {lines.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
