import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Button, TextField } from '../../../ui/index.ts'
import * as content from '../../strings.ts'
import styles from './RichText.module.css'
import * as strings from './strings.ts'
import { useLinkTargets } from './useLinkTargets.ts'

export interface LinkFormProps {
  href: string
  onApply: (href: string) => void
  onClose: () => void
}

/** Asks where a link leads: to an address, or to a page or an entry that is found by its name. */
export function LinkForm({ href, onApply, onClose }: LinkFormProps) {
  const [address, setAddress] = useState(href)
  const [active, setActive] = useState(-1)
  const listId = useId()
  // A whole address is no words to search for.
  const isAddress = /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(address.trim())
  const targets = useLinkTargets(isAddress ? '' : address).filter(() => !isAddress)
  const wrong = /^\s*(?:javascript|vbscript|data):/i.test(address) ? content.noSuchLink : undefined
  const chosen = targets[active]
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onApply(chosen.href)
    else if (wrong === undefined) onApply(address.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && targets.length > 0) {
      event.preventDefault()
      setActive((before) => Math.min(Math.max(before + step, -1), targets.length - 1))
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <form className={styles.link} onSubmit={apply} onKeyDown={onKeyDown} noValidate>
      <div className={styles.finder}>
        <TextField
          label={content.linkAddress}
          hideLabel
          placeholder={strings.findTarget}
          value={address}
          error={wrong}
          autoFocus
          autoComplete="off"
          role="combobox"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setActive(-1)
          }}
        />
        <div id={listId} role="listbox" aria-label={strings.targets} className={styles.targets}>
          {targets.map(({ href: to, label, kind }, at) => (
            <div
              key={`${kind} ${to}`}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={styles.target}
              onPointerDown={(event) => {
                event.preventDefault()
                onApply(to)
              }}
            >
              <span>{label}</span>
              <span className="color-secondary">
                {kind} · {to}
              </span>
            </div>
          ))}
        </div>
      </div>
      <Button type="submit" size="sm" variant="primary">
        {content.apply}
      </Button>
      {href !== '' && (
        <Button size="sm" onClick={() => onApply('')}>
          {content.removeLink}
        </Button>
      )}
    </form>
  )
}
