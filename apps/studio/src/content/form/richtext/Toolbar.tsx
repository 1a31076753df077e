import {
  Bold,
  Code,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  SquareCode,
  Strikethrough,
  Table,
} from 'lucide-react'
import { IconButton, Menu, type MenuEntry, Select } from '../../../ui/index.ts'
import { stepFocus } from '../../../ui/stepFocus.ts'
import * as content from '../../strings.ts'
import { blockKinds, insertRule, type RichBlock, type TextFormat, toggleFormat, turnInto } from './model/commands.ts'
import styles from './RichText.module.css'
import * as strings from './strings.ts'
import type { Surface, SurfaceState } from './surface.ts'
import {
  addColumn,
  addRow,
  alignColumn,
  alignments,
  deleteColumn,
  deleteRow,
  deleteTable,
  insertTable,
} from './table/tableCommands.ts'

const formatButtons = [
  { format: 'strong', label: content.bold, icon: Bold, shortcut: 'mod+b' },
  { format: 'em', label: content.italic, icon: Italic, shortcut: 'mod+i' },
  { format: 's', label: content.strike, icon: Strikethrough, shortcut: 'mod+shift+x' },
  { format: 'code', label: content.codeWords, icon: Code, shortcut: 'mod+`' },
] as const satisfies readonly { format: TextFormat; label: string; icon: typeof Bold; shortcut: string }[]

const blockButtons = [
  { kind: 'ul', label: content.bulletList, icon: List, shortcut: 'mod+shift+8' },
  { kind: 'ol', label: content.numberedList, icon: ListOrdered, shortcut: 'mod+shift+7' },
  { kind: 'blockquote', label: content.quote, icon: Quote, shortcut: 'mod+shift+9' },
  { kind: 'pre', label: content.codeBlock, icon: SquareCode, shortcut: undefined },
] as const

interface ToolbarProps {
  label: string
  surface: Surface | undefined
  state: SurfaceState
  onLink: () => void
  onPicture: () => void
}

/** Formats, blocks, links, pictures and tables of a text. */
export function Toolbar({ label, surface, state, onLink, onPicture }: ToolbarProps) {
  return (
    <div
      className={styles.toolbar}
      role="toolbar"
      aria-label={content.toolbarOf(label)}
      onKeyDown={(event) => stepFocus(event, 'button:not(:disabled, [role="combobox"])')}
    >
      <Select
        label={content.turnInto}
        hideLabel
        size="sm"
        value={isLine(state.block) ? state.block : 'p'}
        options={blockKinds.filter(isLine).map((kind) => ({ value: kind, label: content.richBlocks[kind] }))}
        onChange={(kind) => {
          if (isLine(kind)) surface?.run(turnInto(kind))
        }}
      />
      {formatButtons.map(({ format, label: name, icon: Icon, shortcut }) => (
        <IconButton
          key={format}
          size="sm"
          label={name}
          shortcut={shortcut}
          pressed={state.formats.has(format)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => surface?.run(toggleFormat(format))}
        >
          <Icon size={14} />
        </IconButton>
      ))}
      <IconButton size="sm" label={content.link} shortcut="mod+k" pressed={state.href !== undefined} onClick={onLink}>
        <Link2 size={14} />
      </IconButton>
      <IconButton size="sm" label={content.picture} onClick={onPicture}>
        <ImagePlus size={14} />
      </IconButton>
      {blockButtons.map(({ kind, label: name, icon: Icon, shortcut }) => (
        <IconButton
          key={kind}
          size="sm"
          label={name}
          shortcut={shortcut}
          pressed={state.block === kind}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => surface?.run(turnInto(kind))}
        >
          <Icon size={14} />
        </IconButton>
      ))}
      <IconButton
        size="sm"
        label={strings.line}
        shortcut="mod+alt+-"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => surface?.run(insertRule)}
      >
        <Minus size={14} />
      </IconButton>
      {state.column === undefined ? (
        <IconButton
          size="sm"
          label={strings.insertTable}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => surface?.run(insertTable)}
        >
          <Table size={14} />
        </IconButton>
      ) : (
        <Menu
          trigger={
            <IconButton size="sm" label={strings.table} pressed>
              <Table size={14} />
            </IconButton>
          }
          entries={() => tableEntries(surface, state)}
        />
      )}
    </div>
  )
}

function tableEntries(surface: Surface | undefined, { column }: SurfaceState): MenuEntry[] {
  const entry = (label: string, command: Parameters<Surface['run']>[0], shortcut?: string): MenuEntry => ({
    label,
    onSelect: () => surface?.run(command),
    ...(shortcut === undefined ? {} : { shortcut }),
  })
  return [
    entry(strings.rowAbove, addRow('above'), 'alt+shift+arrowup'),
    entry(strings.rowBelow, addRow('below'), 'alt+shift+arrowdown'),
    entry(strings.columnBefore, addColumn('before'), 'alt+shift+arrowleft'),
    entry(strings.columnAfter, addColumn('after'), 'alt+shift+arrowright'),
    { separator: true },
    {
      label: strings.alignColumn,
      entries: alignments.map((align) => ({
        label: strings.columnAlignments[align],
        checked: column === align,
        onSelect: () => surface?.run(alignColumn(align)),
      })),
    },
    { separator: true },
    entry(strings.deleteRow, deleteRow, 'alt+shift+backspace'),
    entry(strings.deleteColumn, deleteColumn, 'alt+shift+delete'),
    { label: strings.deleteTable, danger: true, onSelect: () => surface?.run(deleteTable) },
  ]
}

type Line = Exclude<RichBlock, 'ul' | 'ol' | 'blockquote' | 'pre'>
const isLine = (kind: string): kind is Line => /^(?:p|h[1-6])$/.test(kind)
