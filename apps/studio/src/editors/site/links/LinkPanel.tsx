import type { LinkValues } from '@atelier/site'
import { AtSign, FileText, Hash, Image, Link2, type LucideIcon, Phone } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Check } from '../../../ui/Check.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useEditor, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import styles from './LinkPanel.module.css'
import * as strings from './strings.ts'
import { anchorTargets, findTargets, type LinkTarget, mediaTargets, pageTargets } from './targets.ts'

export interface LinkPanelProps {
  /** The link as it is; an empty address for a new one. */
  value: LinkValues
  /** Leaves out how the link opens. */
  isAddressOnly?: boolean
  /** Takes the link away; absent where there is none yet. */
  onRemove?: () => void
  onApply: (value: LinkValues) => void
  onClose: () => void
}

const icons: Readonly<Record<LinkTarget['kind'], LucideIcon>> = {
  page: FileText,
  anchor: Hash,
  media: Image,
  mail: AtSign,
  phone: Phone,
  address: Link2,
}
const OPENER = 'noopener'

/** Chooses where a link leads: pages, places of a page, files, mail, phone or any address; and how it opens. */
export function LinkPanel({ value, isAddressOnly = false, onRemove, onApply, onClose }: LinkPanelProps) {
  const [query, setQuery] = useState(value.href)
  const [isTyped, setTyped] = useState(false)
  const [target, setTarget] = useState(value.target ?? '')
  const [rel, setRel] = useState(value.rel ?? '')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const all = useTargets(query)
  const found = findTargets(all, isTyped ? query : '')
  const chosen = found[Math.min(at, found.length - 1)]

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const apply = (href: string) => {
    if (href.trim() === '') return
    onApply({ href, target: target || undefined, rel: rel.trim() || undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setTyped(true)
      if (isTyped) setAt(Math.max(0, Math.min(found.length - 1, at + step)))
      event.preventDefault()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      apply(isTyped ? (chosen?.href ?? query) : query)
    }
  }
  return (
    <fieldset className={styles.panel} aria-label={strings.linkTo}>
      <TextField
        ref={input}
        label={strings.linkTo}
        hideLabel
        placeholder={strings.searchOrAddress}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen && isTyped ? `${listId}-${Math.min(at, found.length - 1)}` : undefined}
        autoComplete="off"
        spellCheck="false"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setTyped(true)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={strings.places} className={styles.list}>
        {found.map((each, index) => {
          const Icon = icons[each.kind]
          return (
            <button
              type="button"
              key={`${each.kind} ${each.href}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isTyped && each === chosen}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => apply(each.href)}
            >
              <Icon size={13} aria-hidden="true" />
              <span className={styles.label}>{each.label}</span>
              <span className={styles.note}>{each.note || strings.kinds[each.kind]}</span>
            </button>
          )
        })}
        {found.length === 0 && <p className={styles.nothing}>{strings.nothingFound}</p>}
      </div>
      {!isAddressOnly && (
        <>
          <Check
            size="sm"
            className="min-h-24"
            label={strings.newTab}
            checked={target === '_blank'}
            onChange={(opens) => {
              const words = rel.split(/\s+/).filter((word) => word !== '' && word !== OPENER)
              setTarget(opens ? '_blank' : '')
              setRel((opens ? [...words, OPENER] : words).join(' '))
            }}
          />
          <TextField
            label={strings.rel}
            placeholder={strings.relHint}
            size="sm"
            value={rel}
            onChange={(event) => setRel(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </>
      )}
      <div className="flex justify-end gap-6">
        {onRemove && (
          <Button size="sm" variant="quiet" onClick={onRemove}>
            {strings.removeLink}
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => apply(isTyped ? (chosen?.href ?? query) : query)}>
          {strings.apply}
        </Button>
      </div>
    </fieldset>
  )
}

/** Everything on this site that a link can lead to; with `/page#`, the places of that page too. */
function useTargets(query: string): readonly LinkTarget[] {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion()
  const tree = usePageTree()
  const [other, setOther] = useState<readonly LinkTarget[]>([])
  const view = site?.local.view
  const address = /^(\/[^#]*)#/.exec(query)?.[1]
  useEffect(() => {
    const page = view && address !== undefined ? pageTargets(view).find(({ href }) => href === address) : undefined
    if (!page) {
      setOther([])
      return
    }
    let wanted = true
    void session.load(page.pageId).then((opened) => {
      if (wanted && opened) setOther(anchorTargets(opened.model.tree(), page.href))
    })
    return () => {
      wanted = false
    }
  }, [session, view, address])
  return useMemo(() => {
    if (!view || version < 0) return []
    return [...pageTargets(view), ...(tree ? anchorTargets(tree, '') : []), ...other, ...mediaTargets(view)]
  }, [view, version, tree, other])
}
