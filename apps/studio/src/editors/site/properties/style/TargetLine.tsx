import { isComponent, nodeAttribute, type StyleSource } from '@atelier/site'
import { ChevronDown, ClipboardCopy, ClipboardPaste, Ellipsis, RotateCcw } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../../ui/Menu.tsx'
import { enterComponent } from '../../components/trail.ts'
import { useEditor } from '../../session/context.ts'
import type { StyleWish } from '../../session/state.ts'
import { type StyleEditing, useStyle } from './editing.ts'
import styles from './Style.module.css'
import * as strings from './strings.ts'
import { scopeText } from './targetText.ts'
import { useSourceText } from './useSource.ts'
import { ruleWish, type StrongerValues } from './values.ts'

/** The choices for a target's parts, for the menus. */
export interface TargetChoices {
  selectors: readonly { kind: 'class' | 'new' | 'node' | 'tag'; selector: string; rules: number }[]
  states: readonly { state: string; rules: number }[]
  conditions: readonly (readonly string[])[]
}

export interface TargetLineProps {
  choices: TargetChoices
  /** The pointer or the focus comes near: the choices are wanted. */
  onNear: () => void
  refused: string | undefined
}

/** Where the next value is written: selector, width and state, in one line that is always true. */
export function TargetLine({ choices, onNear, refused }: TargetLineProps) {
  const session = useEditor()
  const style = useStyle()
  const { target, wish } = style
  const isWished = Object.keys(wish).length > 0
  const instance = instanceOf(style.nodes)
  return (
    <div className={styles.target}>
      <fieldset className={styles.targetLine} aria-label={strings.target} onPointerEnter={onNear} onFocus={onNear}>
        <Menu
          trigger={
            <button type="button" className={styles.part} data-kind="selector" title={target?.selector}>
              <span>{style.writes.length > 1 ? strings.severalRules(style.writes.length) : selectorText(style)}</span>
              <ChevronDown size={11} aria-hidden="true" />
            </button>
          }
          entries={selectorEntries(style, choices)}
        />
        <Menu
          trigger={
            <button
              type="button"
              className={styles.part}
              data-narrows={(target && target.scope !== 'base') || undefined}
              title={target?.conditions.join(' ')}
            >
              <span>{target ? scopeText(target) : strings.allWidths}</span>
              <ChevronDown size={11} aria-hidden="true" />
            </button>
          }
          entries={widthEntries(style, choices)}
        />
        <Menu
          trigger={
            <button type="button" className={styles.part} data-narrows={(target && target.state !== '') || undefined}>
              <span>{target?.state || strings.noState}</span>
              <ChevronDown size={11} aria-hidden="true" />
            </button>
          }
          entries={[
            {
              label: strings.noState,
              checked: !target?.state,
              onSelect: () => style.choose(without(wish, ['state', ...RULE])),
            },
            { separator: true },
            ...choices.states.map(
              ({ state, rules }): MenuEntry => ({
                label: state,
                ...(rules > 0 ? { hint: strings.rulesCount(rules) } : {}),
                checked: state === target?.state,
                onSelect: () => style.choose({ ...without(wish, RULE), state }),
              }),
            ),
          ]}
        />
        <span className={styles.grow} />
        {isWished && (
          <IconButton label={strings.usualTarget} size="sm" onClick={() => style.choose({})}>
            <RotateCcw size={12} />
          </IconButton>
        )}
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAboutStyles} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={[
            {
              label: strings.copyStyles,
              icon: <ClipboardCopy size={14} />,
              onSelect: () => void navigator.clipboard.writeText(style.copied()),
            },
            {
              label: strings.pasteStyles,
              icon: <ClipboardPaste size={14} />,
              onSelect: async () => void style.paste(await navigator.clipboard.readText()),
            },
            { separator: true },
            {
              label: strings.resetAll,
              icon: <RotateCcw size={14} />,
              disabled: style.setHere.size === 0,
              onSelect: () => void style.set(Object.fromEntries([...style.setHere].map((name) => [name, null]))),
            },
          ]}
        />
      </fieldset>
      {refused !== undefined && (
        <p className="m-0 type-dense color-danger" role="alert">
          {refused}{' '}
          {instance && (
            <button type="button" className={styles.link} onClick={() => enterComponent(session, ...instance)}>
              {strings.editTheComponent}
            </button>
          )}
        </p>
      )}
      {style.nodes.length > 1 && refused === undefined && (
        <p className={styles.alsoChanges}>
          <span>{strings.writes(style.writes)}</span>
        </p>
      )}
      {target && (target.changes.length > 0 || target.scope === 'base' || target.addsClass !== undefined) && (
        <p className={styles.alsoChanges}>
          {target.addsClass !== undefined && <span>{strings.addsClass(target.addsClass)}</span>}
          {target.changes.length > 0 && <span>{strings.alsoChanges(target.changes)}</span>}
          {target.below !== undefined && target.scope !== 'below' && (
            <button
              type="button"
              className={styles.link}
              onClick={() => style.choose({ ...without(wish, WIDTH), onlyBelow: true })}
            >
              {strings.onlyBelow(target.below)}
            </button>
          )}
        </p>
      )}
      <StrongerRules all={style.stronger()} />
    </div>
  )
}

function selectorText({ target, wish, nodes }: StyleEditing): string {
  return target?.attribute ? strings.styleAttribute : (target?.selector ?? wish.selector ?? nodes[0].tag)
}

/** The component of the first instance among nodes, and that instance. */
function instanceOf(nodes: StyleEditing['nodes']): [componentId: string, nodeId: string] | undefined {
  const node = nodes.find(isComponent)
  const id = node && nodeAttribute(node, 'ref')
  return node && id ? [id, node.id] : undefined
}

/** How many stronger rules are named at once. */
const NAMED = 2

/** The effect of a value typed now: the rules that would win over it, and the frames that keep theirs. */
export function OutlookLine() {
  const { outlook } = useStyle()
  if (!outlook || (outlook.stronger.length === 0 && outlook.keeps.length === 0)) return null
  return (
    <div className={styles.outlook} role="status">
      <StrongerRules all={outlook.stronger} />
      {outlook.keeps.length > 0 && (
        <p className={styles.alsoChanges}>{strings.keepsIts(outlook.keeps, outlook.property)}</p>
      )}
    </div>
  )
}

/** Rules that win over what is written to the target. One click goes to each. */
function StrongerRules({ all }: { all: readonly StrongerValues[] }) {
  const style = useStyle()
  const textOf = useSourceText()
  return (
    <>
      {all.slice(0, NAMED).map(({ properties, source, reason }) => (
        <p key={`${source.ruleId ?? source.selector} ${source.property}`} className={styles.stronger}>
          <span>
            {strings.strongerWins(properties, textOf(source))}{' '}
            <span className="color-secondary">({strings.becauseOf[reason]})</span>
          </span>
          <button type="button" className={styles.link} onClick={() => edit(style, source)}>
            {editText(source)}
          </button>
        </p>
      ))}
      {all.length > NAMED && <p className={styles.stronger}>{strings.moreStronger(all.length - NAMED)}</p>}
    </>
  )
}

/** Keeps the width and the state that were chosen where a rule is the target. */
function edit(style: StyleEditing, source: StyleSource) {
  if (source.ruleId === undefined) style.goTo(source)
  else style.choose({ ...without(style.wish, [...RULE, 'state']), ...ruleWish(source) })
}

function editText({ made, ruleId }: StyleSource): string {
  if (made === 'tokens') return strings.openTheTokens
  if (made === 'code') return strings.openTheFile
  return ruleId === undefined ? strings.editTheAttribute : strings.editThatRule
}

function selectorEntries({ nodes: [node], target, wish, choose }: StyleEditing, choices: TargetChoices): MenuEntry[] {
  const state = wish.state === undefined ? {} : { state: wish.state }
  const entries = choices.selectors.map(
    ({ kind, selector, rules }): MenuEntry => ({
      label: selector,
      hint: strings.selectorHint(kind, rules, node.tag),
      checked: !target?.attribute && selector === target?.selector,
      onSelect: () => choose({ ...state, selector }),
    }),
  )
  if (nodeAttribute(node, 'style') === undefined) return entries
  const attribute = {
    label: strings.styleAttribute,
    hint: strings.selectorHint('node', 0, node.tag),
    checked: target?.attribute === true,
    onSelect: () => choose({ attribute: true }),
  }
  return [...entries, attribute]
}

/** The part of a wish that is about the width. */
const WIDTH = ['conditions', 'onlyBelow', 'ruleId', 'attribute'] as const

/** The part of a wish that names one existing rule, or the attribute. */
const RULE = ['ruleId', 'attribute'] as const

/** A wish without some of what was chosen. */
function without(wish: StyleWish, names: readonly (keyof StyleWish)[]): StyleWish {
  const next = { ...wish }
  for (const name of names) delete next[name]
  return next
}

function widthEntries({ target, wish, choose }: StyleEditing, { conditions }: TargetChoices): MenuEntry[] {
  const rest = without(wish, WIDTH)
  const entries: MenuEntry[] = [
    {
      label: strings.byTheFrame,
      checked: WIDTH.every((name) => wish[name] === undefined),
      onSelect: () => choose(rest),
    },
    {
      label: strings.allWidths,
      checked: wish.conditions?.length === 0,
      onSelect: () => choose({ ...rest, conditions: [] }),
    },
  ]
  if (target?.below !== undefined) {
    entries.push({
      label: strings.onlyBelow(target.below),
      checked: wish.onlyBelow === true,
      onSelect: () => choose({ ...rest, onlyBelow: true }),
    })
  }
  if (conditions.length > 0) entries.push({ separator: true })
  for (const list of conditions) {
    entries.push({
      label: list.join(' '),
      checked: wish.conditions?.join('\n') === list.join('\n'),
      onSelect: () => choose({ ...rest, conditions: [...list] }),
    })
  }
  return entries
}
