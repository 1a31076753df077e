import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { stepFocus } from './stepFocus.ts'
import styles from './Tabs.module.css'

export interface TabsProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  tabs: readonly {
    value: Value
    label: string
    icon?: ReactNode
    badge?: number
    panel: ReactNode
    /** Stays in the document while another tab is shown. */
    keepMounted?: boolean
  }[]
  /** At the end of the row of tabs. */
  trailing?: ReactNode
  label: string
  /** Closer together, if there are many. */
  dense?: boolean
}

/** Several panels in one place, filling it. Arrow keys, Home and End show another one. */
export function Tabs<Value extends string>({
  value,
  onChange,
  tabs,
  trailing,
  label,
  dense = false,
}: TabsProps<Value>) {
  const id = useId()
  return (
    <div className={cx(styles.root, styles.fill)}>
      <div
        className={cx(styles.list, dense && styles.denseList)}
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => stepFocus(event, '[role=tab]')?.click()}
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              className={styles.tab}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-${tab.value}` : undefined}
              data-active={chosen || undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.icon}
              {tab.label}
              {tab.badge ? <span className={styles.badge}>{tab.badge}</span> : null}
            </button>
          )
        })}
        {trailing && (
          <>
            <span className={styles.spacer} />
            {trailing}
          </>
        )}
      </div>
      {tabs.map((tab) => {
        const chosen = tab.value === value
        return chosen || tab.keepMounted ? (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-${tab.value}`}
            className={styles.panel}
            aria-labelledby={`${id}-tab-${tab.value}`}
            tabIndex={chosen ? 0 : -1}
            hidden={!chosen}
          >
            {tab.panel}
          </div>
        ) : null
      })}
    </div>
  )
}
