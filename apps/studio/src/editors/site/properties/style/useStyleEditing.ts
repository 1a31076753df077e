import {
  conditionChoices,
  type LonghandStyle,
  type PageNode,
  type PageTree,
  previewStyle,
  readPageCascade,
  readStyle,
  type StyleTarget,
  selectorChoices,
  stateChoices,
} from '@atelier/site'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { patchStore, useStore } from '../../../../documents/store.ts'
import { isSupported } from '../../model/declarationText.ts'
import { useEditor, useEditorState, useSite } from '../../session/context.ts'
import { activeWidth } from '../../session/frames.ts'
import { operations } from '../../session/handles.ts'
import { declaredText, pastedDeclarations } from '../../session/styleClipboard.ts'
import { useVocabulary } from '../fields/useVocabulary.ts'
import { refusalText } from '../rules/declarations.ts'
import type { Declarations, Outlook, StyleEditing } from './editing.ts'
import { moreProperties } from './moreProperties.ts'
import { pathSelector, previewCss } from './previewCss.ts'
import { createSnapshot, onceShown } from './shown.ts'
import * as strings from './strings.ts'
import type { TargetChoices } from './TargetLine.tsx'
import { tokenNames } from './tokenNames.ts'
import {
  declaredNames,
  joinValues,
  longhandsOfField,
  namedAsDeclared,
  ruleWish,
  sharedValue,
  strongerValues,
} from './values.ts'
import { writtenRules } from './writtenRules.ts'

interface Reading {
  target: StyleTarget | undefined
  refused: string | undefined
  longhands: ReadonlyMap<string, LonghandStyle>
}

/** The style of the selected elements at the chosen target: what is there, and how it is changed. */
export function useStyleEditing(
  tree: PageTree,
  node: PageNode,
  selection: readonly string[],
): { editing: StyleEditing; choices: TargetChoices; onNear: () => void; refused: string | undefined } {
  const session = useEditor()
  const site = useSite()
  const version = useShownVersion()
  const vocabulary = useVocabulary(version)
  const pageId = useEditorState((state) => state.documentId)
  const kept = useEditorState((state) => state.styleTarget)
  const width = useEditorState((state) => activeWidth(state, site))
  const frames = useStore(session.frames.all, whole)
  const [problem, setProblem] = useState<{ property: string; message: string }>()
  useShownStyles(tree)

  const wish = kept?.nodeId === node.id ? kept.wish : noWish
  const others = selection.filter((id) => id !== node.id && tree.node(id)?.kind === 'element')
  const ids = [node.id, ...others].join(' ')
  const readings = useMemo((): Reading[] => {
    if (!site || version < 0) return []
    const { view } = site.local
    return ids.split(' ').map((id) => {
      const { found, refused } = readStyle(
        view,
        tree,
        id,
        { ...wish, ...(width === undefined ? {} : { width }) },
        pageId,
      )
      return {
        target: found?.target,
        refused: refused && `${refused.error} ${refused.hint}`,
        longhands: new Map(found?.longhands.map((each) => [each.property, each])),
      }
    })
  }, [site, version, tree, ids, wish, width, pageId])
  // Read once the pointer or the focus comes near: that every rule of the page is matched for them takes its time.
  const [near, setNear] = useState(false)
  const choices = useMemo((): TargetChoices => {
    if (!site || version < 0 || !near) return { selectors: [], states: [], conditions: [] }
    const cascade = readPageCascade(site.local.view, tree, pageId)
    return {
      selectors: selectorChoices(cascade, node),
      states: stateChoices(cascade, node),
      conditions: conditionChoices(cascade, node),
    }
  }, [site, version, tree, node, pageId, near])
  const [entered, enter] = useState<string>()
  const outlook = useMemo((): Outlook | undefined => {
    if (!site || version < 0 || entered === undefined) return undefined
    const aim = { ...wish, ...(width === undefined ? {} : { width }) }
    const { preview: seen } = previewStyle(site.local.view, tree, node.id, aim, [entered], pageId)
    const [found] = seen?.properties ?? []
    if (!seen || !found) return undefined
    const stronger = found.stronger.map(({ reason, longhands: _, ...source }) => ({
      source,
      reason,
      properties: [entered],
    }))
    const keeps = seen.target.changes.filter((each) => !found.changes.includes(each))
    return { property: entered, stronger, changes: found.changes, keeps }
  }, [site, version, tree, node, entered, wish, width, pageId])
  const tokens = useMemo(() => tokenNames(version >= 0 ? site?.local.view : undefined), [site, version])

  const [first] = readings
  const target = first?.target
  const shownIn = frames.find((frame) => frame.width() === width) ?? frames[0]
  const nodes: [PageNode, ...PageNode[]] = [node, ...others.flatMap((id) => tree.node(id) ?? [])]
  const setHere = new Set(
    [...(first?.longhands.values() ?? [])].flatMap(({ property, status }) =>
      status === 'here' || status === 'overridden' ? property : [],
    ),
  )

  const preview = (declarations: Declarations | undefined) => {
    const css = declarations
      ? readings.flatMap(({ target: at }) => {
          const element = at && shownIn?.element(at.nodeId)
          return at ? previewCss(at, declarations, element ? pathSelector(element) : at.selector) : []
        })
      : []
    session.frames.preview.set(css.join('\n'))
  }
  const latest = useRef(preview)
  latest.current = preview
  useEffect(() => () => latest.current(undefined), [])

  const refuse = async (property: string, message: string) => {
    preview(undefined)
    setProblem({ property, message })
    return false
  }
  const set = async (wanted: Declarations, field = '') => {
    const declarations = first ? namedAsDeclared(wanted, first.longhands, target) : { ...wanted }
    for (const [name, value] of Object.entries(declarations)) {
      if (value !== null && !isSupported(name, value)) return refuse(field, strings.notAValueOf(name, value))
    }
    const result = await session.attempt(operations.setStyle, {
      nodeIds: nodes.map(({ id }) => id),
      ...wish,
      ...(width === undefined ? {} : { width }),
      declarations,
    })
    const refused = refusalText(result)
    setProblem(refused === undefined ? undefined : { property: field, message: refused })
    // The canvas reads its sheets again in the next frame; until then the preview shows the same.
    requestAnimationFrame(() => requestAnimationFrame(() => latest.current(undefined)))
    return refused === undefined
  }
  const setRule = async (declarations: Declarations) => {
    const aim = target?.rule ? { ruleId: target.rule.ruleId } : { ...wish, selector: target?.selector }
    const result = await session.attempt(operations.setStyle, {
      nodeIds: [node.id],
      ...(target?.attribute ? { attribute: true } : aim),
      ...(width === undefined ? {} : { width }),
      declarations: { ...declarations },
    })
    return refusalText(result)
  }
  const readComputed = (property: string) => {
    const element = shownIn?.element(node.id)
    const part = /::[\w-]+$/.exec(target?.state ?? '')?.[0]
    const style = element?.ownerDocument.defaultView?.getComputedStyle(element, part)
    return style?.getPropertyValue(property) ?? ''
  }
  const [snapshot] = useState(createSnapshot)
  snapshot.take(readComputed)
  const computed = (property: string) => snapshot.get(property, readComputed)
  const editing: StyleEditing = {
    tree,
    nodes,
    target,
    writes: writtenRules(readings.flatMap((each) => each.target ?? [])),
    vocabulary,
    problem,
    read: (property) =>
      joinValues(
        property,
        longhandsOfField(property).map((longhand) =>
          sharedValue(readings.map(({ longhands }) => longhands.get(longhand))),
        ),
      ),
    computed,
    element: () => shownIn?.element(node.id),
    tokenOf: tokens,
    setHere,
    declaredAs: (property) => (first ? declaredNames(property, first.longhands, target) : [property]),
    goTo(source) {
      const { made, file } = source
      // Rules made of tokens or in a code file are edited there.
      if (made === 'tokens') return patchStore(session.state, { leftTab: 'design' })
      if (made === 'code') return patchStore(session.state, { leftTab: 'code', codeFile: file })
      if (source.nodeId !== node.id) session.select(source.nodeId)
      patchStore(session.state, { styleTarget: { nodeId: source.nodeId, wish: ruleWish(source) } })
    },
    enter(property) {
      if (property !== undefined) vocabulary.load()
      enter(property)
    },
    outlook,
    set,
    setRule,
    preview,
    clearProblem: () => setProblem(undefined),
    refuse,
    others: (shown) => moreProperties(first?.longhands.values() ?? [], shown),
    stronger() {
      const all = [...(first?.longhands.values() ?? [])]
      // Beside the rule that one usually writes to, what others set is named once its field is entered.
      const isUsual = target?.rule !== undefined && Object.keys(wish).length === 0
      return strongerValues(isUsual ? all.filter(({ status }) => status === 'overridden') : all)
    },
    copied: () => declaredText(first?.longhands.values() ?? []),
    async paste(text) {
      const declarations = pastedDeclarations(text)
      if (Object.keys(declarations).length === 0) return refuse('', strings.nothingToPaste)
      return set(declarations)
    },
    wish,
    choose: (next) => patchStore(session.state, { styleTarget: { nodeId: node.id, wish: next } }),
  }
  return {
    editing,
    choices,
    onNear: () => setNear(true),
    refused: readings.find((each) => each.refused !== undefined)?.refused,
  }
}

const noWish = {}
const whole = <T>(value: T) => value

/** Renders again once the canvas shows what was written, so that computed values are those of now. */
function useShownStyles(tree: PageTree) {
  const [shown, setShown] = useState(tree)
  useEffect(() => {
    if (shown === tree) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setShown(tree))
    })
    return () => cancelAnimationFrame(frame)
  }, [shown, tree])
}

/** Counts up once the canvas shows a change of the site, so that the panel is rendered once for it and not in its frame. */
function useShownVersion(): number {
  const site = useSite()
  const [version, setVersion] = useState(0)
  useLayoutEffect(
    () =>
      site &&
      onceShown(
        (changed) => site.local.observe(changed),
        () => setVersion((before) => before + 1),
      ),
    [site],
  )
  return version
}
