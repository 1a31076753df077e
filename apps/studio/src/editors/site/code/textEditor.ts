import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface TextEditor {
  text(): string
  /** Puts another text in the place of all that there is. */
  show(text: string): void
  /** Begins anew with another text, which is no change that the person made and none to undo. */
  open(text: string): void
  focus(): void
  /** Marks lines, from 1 on, as those that something is wrong with; until the next call. */
  mark(lines: readonly number[]): void
  /** Puts the caret at the start of a line, and shows it. */
  goTo(line: number): void
  destroy(): void
}

export interface TextEditorOptions {
  text: string
  /** Tells the language, by how it ends. */
  path: string
  onChange(text: string): void
  onSave(): void
}

/** Colours of the studio's own, so that both schemes hold. */
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: 'var(--agent-text)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--done-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: 'var(--attention-text)' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.propertyName,
      tags.className,
      tags.tagName,
      tags.definition(tags.variableName),
    ],
    color: 'var(--hand-text)',
  },
  { tag: [tags.invalid], color: 'var(--danger-text)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--text)', font: 'var(--type-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'var(--type-code)', fontVariantLigatures: 'none', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--text-faint)' },
  '.cm-wrongLine': { backgroundColor: 'var(--danger-soft) !important' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--hand-soft) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--pressed) !important', color: 'inherit !important' },
})

const setMarks = StateEffect.define<readonly number[]>()
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    const lines = effects.findLast((effect) => effect.is(setMarks))?.value
    if (lines === undefined) return before.map(changes)
    const there = [...new Set(lines)].filter((line) => line >= 1 && line <= state.doc.lines).sort((a, b) => a - b)
    return Decoration.set(there.map((line) => wrongLine.range(state.doc.line(line).from)))
  },
  provide: (field) => EditorView.decorations.from(field),
})
const wrongLine = Decoration.line({ class: 'cm-wrongLine' })

/** A text editor with the colours of the language. Tab indents; Escape, then Tab, leaves it. */
export function createTextEditor(parent: HTMLElement, { text, path, onChange, onSave }: TextEditorOptions): TextEditor {
  const language = path.endsWith('.css') ? css() : javascript({ typescript: path.endsWith('.ts') })
  const extensions = [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    indentOnInput(),
    bracketMatching(),
    language,
    marks,
    syntaxHighlighting(colors),
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': path }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
    keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run: () => {
          onSave()
          return true
        },
      },
      indentWithTab,
      ...defaultKeymap,
      ...historyKeymap,
    ]),
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  return {
    text: () => view.state.doc.toString(),
    show: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    open: (next) => view.setState(EditorState.create({ doc: next, extensions })),
    focus: () => view.focus(),
    mark: (lines) => view.dispatch({ effects: setMarks.of(lines) }),
    goTo(line) {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)))
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
