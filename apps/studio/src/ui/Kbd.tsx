import styles from './Kbd.module.css'
import { shortcutKeys } from './shortcutKeys.ts'

/** A keyboard shortcut, written `mod+k`, `shift+enter`, `/`. */
export function Kbd({ shortcut }: { shortcut: string }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {shortcutKeys(shortcut).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
