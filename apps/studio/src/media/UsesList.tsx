import { Link } from '../navigation/Link.tsx'
import styles from './Library.module.css'
import * as strings from './strings.ts'

/** So many places are listed. */
const SHOWN = 12

/** A place that uses a file, and the way to it. */
export interface MediaUse {
  key: string
  label: string
  /** The address of the place. */
  to?: string | undefined
  /** Shows the place, if it is in the open document. */
  onShow?: (() => void) | undefined
}

/**
 * Where a file is used.
 * @param uses undefined while that is read
 * @param plain without a way to the places
 */
export function UsesList({ uses, plain = false }: { uses: readonly MediaUse[] | undefined; plain?: boolean }) {
  if (!uses) return <p className="m-0 quiet">{strings.loadingUses}</p>
  if (uses.length === 0) return <p className="m-0 quiet">{strings.usedNowhere}</p>
  return (
    <ul className={styles.uses} aria-label={strings.whereUsed}>
      {uses.slice(0, SHOWN).map((use) => (
        <li key={use.key}>{plain ? use.label : <Place {...use} />}</li>
      ))}
      {uses.length > SHOWN && <li>{strings.andMore(uses.length - SHOWN)}</li>}
    </ul>
  )
}

function Place({ label, to, onShow }: Omit<MediaUse, 'key'>) {
  if (to !== undefined) return <Link to={to}>{label}</Link>
  if (!onShow) return label
  return (
    <button type="button" onClick={onShow}>
      {label}
    </button>
  )
}
