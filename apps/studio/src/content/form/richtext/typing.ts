import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { blockKinds, insertRule, toggleFormat, turnInto } from './model/commands.ts'
import { schema } from './model/schema.ts'
import { tablePlugins } from './table/tablePlugin.ts'

const { nodes } = schema

/** The keys and typing rules of a text. */
export function typingPlugins(onLink: () => void): Plugin[] {
  const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
    return true
  })
  const blockKeys = Object.fromEntries(
    blockKinds.flatMap((kind) => {
      const key = kind === 'p' ? 'Mod-Alt-0' : /^h\d$/.test(kind) ? `Mod-Alt-${kind.slice(1)}` : undefined
      return key === undefined ? [] : [[key, turnInto(kind)]]
    }),
  )
  return [
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
        textblockTypeInputRule(/^```$/, nodes.code_block),
        wrappingInputRule(/^[-*+]\s$/, nodes.bullet_list),
        wrappingInputRule(
          /^(\d{1,2})[.)]\s$/,
          nodes.ordered_list,
          ([, number]) => ({ start: number === '1' ? '' : number }),
          ([, number], list) => list.childCount + (Number(list.attrs.start) || 1) === Number(number),
        ),
        wrappingInputRule(/^>\s$/, nodes.blockquote),
        new InputRule(/^(?:---|___)$/, ({ tr, doc }, _, start) => {
          const $start = doc.resolve(start)
          const isRule = $start.parent.type === nodes.paragraph && $start.parent.textContent.length === 2
          return isRule ? ruleInstead(tr, $start.before()) : null
        }),
        markRule(/\*\*([^*]+)\*\*$/, schema.marks.strong),
        markRule(/(?<!\*)\*([^*]+)\*$/, schema.marks.em),
        markRule(/~~([^~]+)~~$/, schema.marks.s),
        markRule(/`([^`]+)`$/, schema.marks.code),
      ],
    }),
    history(),
    ...tablePlugins(),
    keymap({
      'Mod-z': undo,
      'Mod-Shift-z': redo,
      'Mod-y': redo,
      'Mod-b': toggleFormat('strong'),
      'Mod-i': toggleFormat('em'),
      'Mod-Shift-x': toggleFormat('s'),
      'Mod-`': toggleFormat('code'),
      'Mod-k': () => {
        onLink()
        return true
      },
      ...blockKeys,
      'Mod-Shift-7': turnInto('ol'),
      'Mod-Shift-8': turnInto('ul'),
      'Mod-Shift-9': turnInto('blockquote'),
      'Mod-Alt--': insertRule,
      'Shift-Enter': insertBreak,
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      Enter: splitListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ]
}

/** A line in the place of a paragraph, with an empty one behind it. */
function ruleInstead(tr: Transaction, before: number): Transaction {
  const paragraph = tr.doc.nodeAt(before)
  const next = tr.replaceWith(before, before + (paragraph?.nodeSize ?? 0), [
    nodes.horizontal_rule.create(),
    nodes.paragraph.create(),
  ])
  return next.setSelection(TextSelection.create(next.doc, before + 2))
}

/** Turns words between signs into words with a mark; signs next to white space are only signs. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const words = match[1] ?? ''
    if (words.trim() !== words || words === '' || !state.doc.resolve(start).parent.type.allowsMarkType(type))
      return null
    const signs = match[0].indexOf(words)
    const tr = state.tr
    // The last sign is not in the document yet.
    if (end > start + signs + words.length) tr.delete(start + signs + words.length, end)
    tr.delete(start, start + signs)
    return tr.addMark(start, start + words.length, type.create()).removeStoredMark(type)
  })
