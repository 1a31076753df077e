import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
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

/** Several panels in one place, filling it. */
export function Tabs<Value extends string>({
  value,
  onChange,
  tabs,
  trailing,
  label,
  dense = false,
}: TabsProps<Value>) {
  return (
    <Base.Root
      className={cx(styles.root, styles.fill)}
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next)
        if (chosen) onChange(chosen.value)
      }}
    >
      <Base.List className={cx(styles.list, dense && styles.denseList)} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.icon}
            {tab.label}
            {tab.badge ? <span className={styles.badge}>{tab.badge}</span> : null}
          </Base.Tab>
        ))}
        {trailing && (
          <>
            <span className={styles.spacer} />
            {trailing}
          </>
        )}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={tab.keepMounted} className={styles.panel}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
