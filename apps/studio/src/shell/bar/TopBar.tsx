import { Command, PanelLeft, PanelRight, Redo2, Sparkles, Undo2 } from 'lucide-react'
import { useStore } from '../../documents/store.ts'
import { IconButton } from '../../ui/Button.tsx'
import type { DocumentEditor } from '../contract/documentEditor.ts'
import type { Shell } from '../layout/context.ts'
import styles from './Bar.module.css'
import * as strings from './strings.ts'

export interface TopBarProps {
  editor: Pick<DocumentEditor, 'bar' | 'history' | 'navigatorName' | 'propertiesName'>
  shell: Shell
  onPalette: () => void
}

/** Which document is open and how it is shown, undo, the panels, and what is done with the document. */
export function TopBar({ editor, shell, onPalette }: TopBarProps) {
  const { bar, history } = editor
  const { panels } = shell
  const { compact } = panels
  const { canUndo, canRedo } = useStore(history.state, (state) => state)
  return (
    <header className={styles.top}>
      <div className={styles.side}>
        <IconButton
          label={editor.navigatorName}
          shortcut="mod+\"
          pressed={panels.shown.navigator}
          onClick={() => panels.toggle('navigator')}
        >
          <PanelLeft size={16} />
        </IconButton>
        {bar.title}
      </div>
      <div className={styles.side}>{bar.view}</div>
      <div className={`${styles.side} ${'justify-end'}`}>
        <IconButton label={strings.undo} shortcut="mod+z" disabled={!canUndo} onClick={history.undo}>
          <Undo2 size={16} />
        </IconButton>
        {!compact && (
          <>
            <IconButton label={strings.redo} shortcut="mod+shift+z" disabled={!canRedo} onClick={history.redo}>
              <Redo2 size={16} />
            </IconButton>
            <IconButton label={strings.commands} shortcut="mod+k" onClick={onPalette}>
              <Command size={15} />
            </IconButton>
            <span className={styles.gap} />
          </>
        )}
        {!panels.alone && (
          <IconButton
            label={editor.propertiesName ?? strings.styleAndSettings}
            pressed={panels.shown.properties}
            onClick={() => panels.toggle('properties')}
          >
            <PanelRight size={16} />
          </IconButton>
        )}
        <IconButton
          label={strings.agent}
          shortcut="/"
          tone="agent"
          pressed={panels.shown.agent}
          onClick={() => panels.toggle('agent')}
        >
          <Sparkles size={16} />
        </IconButton>
        <span className={styles.gap} />
        {bar.actions}
      </div>
    </header>
  )
}
