import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { foldsRail } from './foldsRail.ts'
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
  /** The tabs are a column of icons, and the panel beside it can be folded. Each tab needs an icon. */
  rail?: { open: boolean; onOpenChange: (open: boolean) => void }
}

/**
 * Several panels in one place, filling it. Arrow keys, Home and End show another one. In a rail a press on an icon shows
 * its panel, and a second one or Escape folds it.
 */
export function Tabs<Value extends string>({
  value,
  onChange,
  tabs,
  trailing,
  label,
  dense = false,
  rail,
}: TabsProps<Value>) {
  const id = useId()
  const open = rail?.open ?? true
  const root = useRef<HTMLDivElement>(null)
  const fold = (event: KeyboardEvent) => {
    if (!rail?.open || !foldsRail(event)) return
    event.stopPropagation()
    root.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
    rail.onOpenChange(false)
  }
  return (
    <div ref={root} className={cx('column min-w-0 min-h-0', 'grow h-full', rail && styles.withRail)}>
      <div
        className={cx(styles.list, dense && styles.denseList, rail ? styles.rail : 'fades-scroll')}
        role="tablist"
        aria-label={label}
        aria-orientation={rail ? 'vertical' : undefined}
        onKeyDown={(event) => {
          fold(event)
          const focused = stepFocus(event, '[role=tab]')
          const next = tabs.find((tab) => focused?.id === `${id}-tab-${tab.value}`)
          if (next) onChange(next.value)
        }}
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
              aria-controls={chosen && open ? `${id}-${tab.value}` : undefined}
              aria-expanded={rail ? chosen && open : undefined}
              aria-label={rail ? tab.label : undefined}
              data-tooltip={rail ? tab.label : undefined}
              data-tooltip-side={rail ? 'right' : undefined}
              data-active={chosen || undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => {
                onChange(tab.value)
                rail?.onOpenChange(!(chosen && open))
              }}
            >
              {tab.icon}
              {rail ? null : tab.label}
              {tab.badge ? <span className={styles.badge}>{tab.badge}</span> : null}
            </button>
          )
        })}
        {trailing && (
          <>
            <span className="grow" />
            {trailing}
          </>
        )}
      </div>
      {tabs.map((tab) => {
        const chosen = tab.value === value
        return (chosen && open) || tab.keepMounted ? (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-${tab.value}`}
            className={styles.panel}
            aria-labelledby={`${id}-tab-${tab.value}`}
            tabIndex={chosen ? 0 : -1}
            hidden={!chosen || !open}
            onKeyDown={fold}
          >
            {tab.panel}
          </div>
        ) : null
      })}
    </div>
  )
}
