import { page as documentEntry } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { Select } from '../../../ui/Select.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { ScriptNotice } from './ScriptNotice.tsx'
import listStyles from './StyleList.module.css'
import * as strings from './strings.ts'
import { classesOf, copyName, elementsOfStyle, pageOfStyle, pathOf, type UnsureLine, unsureLines } from './styleList.ts'
import { useDesign } from './useDesign.ts'
import type { ListedStyle } from './useStyles.ts'

/** The part of a row that is being edited. */
type Editing = { kind: 'rename' | 'copy' | 'merge'; name: string } | undefined

interface StyleRowProps {
  style: ListedStyle
  /** All rules of the site, for the names that are taken. */
  all: readonly ListedStyle[]
  /** Chosen to extract what it shares with others. */
  chosen: boolean
  onChoose: () => void
  /** One step up or down among the rules, by the keyboard. */
  onStep: (by: -1 | 1) => void
  drag: RowDrag
}

/** A row that is dragged over another, and the edge of that one where it would be dropped. */
export interface RowDrag {
  /** The edge at which the dragged rule would be dropped. */
  edge: 'before' | 'after' | undefined
  begin: () => void
  over: (edge: 'before' | 'after') => void
  drop: () => void
  end: () => void
}

/** How many pages a menu names. */
const LISTED_PAGES = 8

/** One rule: a click selects its elements, the menu leads to the pages that have some and acts on its classes. */
export function StyleRow({ style, all, chosen, onChoose, onStep, drag }: StyleRowProps) {
  const session = useEditor()
  const { run } = useDesign()
  const site = useSite()
  const titleOf = (id: string) => (site && documentEntry(site.local.view, id)?.title) ?? strings.thePage
  const [editing, setEditing] = useState<Editing>()
  const [scripts, setScripts] = useState<{ from: string; to: string; lines: number; unsure: UnsureLine[] }>()
  const { selector, classes, nodes, documents, unused, ruleId } = style

  /** Selects the elements on a page: the open one, or the first that has any. */
  const select = async (documentId = pageOfStyle(style, session.state.get().documentId)) => {
    if (documentId === undefined) return
    if (documentId !== session.state.get().documentId) session.openPage(documentId)
    const page = await session.load(documentId)
    if (page) session.selectAll(elementsOfStyle(page.model.tree(), style))
  }
  const rename = async (from: string, to: string) => {
    const result = await session.run(operations.renameClass, { from, to })
    if (!result.ok || !result.data) return
    const lines = result.data.scripts.length
    const unsure = unsureLines(result.data.scriptsLeft)
    if (lines + unsure.length > 0) setScripts({ from, to, lines, unsure })
  }
  const finish = (name: string | undefined) => {
    setEditing(undefined)
    if (name === undefined || !editing) return
    if (editing.kind === 'rename') void rename(editing.name, name.replace(/^\./, ''))
    if (editing.kind === 'copy')
      void run(operations.duplicateClass, { name: editing.name, to: name.replace(/^\./, '') })
  }
  const entries: MenuEntry[] = [
    ...classes
      .slice(0, 4)
      .flatMap((name): MenuEntry[] => [
        { group: `.${name}` },
        { label: strings.rename, onSelect: () => setEditing({ kind: 'rename', name }) },
        { label: strings.duplicate, onSelect: () => setEditing({ kind: 'copy', name }) },
        { label: strings.mergeInto, onSelect: () => setEditing({ kind: 'merge', name }) },
        { label: strings.deleteClass, danger: true, onSelect: () => void run(operations.deleteClass, { name }) },
      ]),
    ...(documents.length > 0 ? [{ group: strings.usedOn }] : []),
    ...documents.slice(0, LISTED_PAGES).map(
      ({ id, nodes: count }): MenuEntry => ({
        label: titleOf(id),
        hint: `${count}`,
        onSelect: () => void select(id),
      }),
    ),
    { group: strings.thisRule },
    { label: strings.moveRuleUp, hint: 'Alt ↑', onSelect: () => onStep(-1) },
    { label: strings.moveRuleDown, hint: 'Alt ↓', onSelect: () => onStep(1) },
    { label: chosen ? strings.doNotExtract : strings.extractFromThis, onSelect: onChoose },
    { label: strings.deleteRule, danger: true, onSelect: () => void run(operations.removeCss, { ruleId }) },
  ]

  return (
    <li
      className={cx(listStyles.style, chosen && listStyles.isChosen)}
      data-edge={drag.edge}
      draggable={editing === undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', selector)
        event.dataTransfer.effectAllowed = 'move'
        drag.begin()
      }}
      onDragOver={(event) => {
        const { top, height } = event.currentTarget.getBoundingClientRect()
        event.preventDefault()
        drag.over(event.clientY < top + height / 2 ? 'before' : 'after')
      }}
      onDrop={(event) => {
        event.preventDefault()
        drag.drop()
      }}
      onDragEnd={drag.end}
    >
      <div className={listStyles.styleLine}>
        {editing && editing.kind !== 'merge' ? (
          <RenameField
            label={strings.newNameOf(editing.name)}
            value={editing.kind === 'copy' ? copyName(editing.name, all) : editing.name}
            suggestion={editing.kind === 'copy'}
            onDone={finish}
          />
        ) : (
          <button
            type="button"
            className={listStyles.selector}
            title={pathOf(style)}
            data-rule={ruleId}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => void select()}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              event.stopPropagation()
              onStep(event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <span className="truncate type-caption-code color-text">{selector}</span>
            <span className={unused ? styles.unused : styles.count}>
              {unused ? strings.unused : strings.usedBy(nodes, documents.length)}
            </span>
          </button>
        )}
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAbout(selector)} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={entries}
        />
      </div>
      {editing?.kind === 'merge' && (
        <div className={listStyles.inline}>
          <Select
            label={strings.mergeTarget(editing.name)}
            size="sm"
            value={null}
            onChange={(into) => {
              setEditing(undefined)
              void run(operations.mergeClasses, { from: editing.name, into })
            }}
            options={classesOf(all).flatMap((name) =>
              name === editing.name ? [] : [{ value: name, label: `.${name}` }],
            )}
          />
          <Button size="sm" variant="quiet" onClick={() => setEditing(undefined)}>
            {strings.cancel}
          </Button>
        </div>
      )}
      {scripts && (
        <ScriptNotice
          from={`.${scripts.from}`}
          lines={scripts.lines}
          unsure={scripts.unsure}
          onDone={() => setScripts(undefined)}
          onChange={() => run(operations.renameClass, { from: scripts.from, to: scripts.to, scripts: true })}
        />
      )}
    </li>
  )
}
