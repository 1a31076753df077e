import type { ValueKind } from '@atelier/site'
import styles from './Sample.module.css'

/** A sample of a value, with the values of the tokens that it names: the studio itself does not have them. */
export function Sample({ kind, value }: { kind: ValueKind; value: string }) {
  if (kind === 'color') return <span className={styles.swatch} style={{ background: value }} aria-hidden="true" />
  if (kind === 'radius')
    return <span className={styles.corner} style={{ borderTopLeftRadius: value }} aria-hidden="true" />
  if (kind === 'shadow') return <span className={styles.raised} style={{ boxShadow: value }} aria-hidden="true" />
  if (kind === 'font' || kind === 'type') {
    const font = kind === 'font' ? { fontFamily: value } : { fontSize: `min(${value}, 20px)` }
    return (
      <span className={styles.glyphs} style={font} aria-hidden="true">
        {kind === 'font' ? 'Ag' : 'A'}
      </span>
    )
  }
  if (kind === 'space')
    return (
      <span className={styles.length} aria-hidden="true">
        <i style={{ width: value }} />
      </span>
    )
  return <span className={styles.noSample} aria-hidden="true" />
}
