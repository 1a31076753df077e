import { ChevronsDownUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import styles from './Navigator.module.css'
import * as strings from './strings.ts'

/** Above the layers: the field that searches them, and a button that folds all. @param onLeave moves the focus to them */
export function LayersHead({ onLeave }: { onLeave: (take: boolean) => void }) {
  const session = useEditor()
  const query = useEditorState((state) => state.layerSearch)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = query !== undefined
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const search = (layerSearch: string | undefined) => patchStore(session.state, { layerSearch })
  return (
    <div className={styles.search}>
      <label className={styles.field}>
        <Search size={13} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={strings.findLayers}
          placeholder={strings.nameTextOrSelector}
          spellCheck="false"
          autoComplete="off"
          value={query ?? ''}
          onChange={(event) => search(event.target.value)}
          onFocus={() => isOpen || search('')}
          onBlur={() => query === '' && search(undefined)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') {
              search(undefined)
              onLeave(false)
            } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
              event.preventDefault()
              onLeave(true)
            }
          }}
        />
        {query && (
          <button type="button" aria-label={strings.clearTheSearch} onClick={() => search(undefined)}>
            <X size={13} />
          </button>
        )}
      </label>
      <IconButton
        label={strings.collapseAll}
        size="sm"
        onClick={() => patchStore(session.state, { unfolded: new Set() })}
      >
        <ChevronsDownUp size={15} />
      </IconButton>
    </div>
  )
}
