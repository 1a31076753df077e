import type { PageNode, PageTree } from '@atelier/site'
import { type FocusEvent, type KeyboardEvent, memo, Suspense, useEffect, useState } from 'react'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { lazyWhenIdle } from '../../../../ui/lazyWhenIdle.ts'
import { Skeleton } from '../../../../ui/Spinner.tsx'
import { useEditor } from '../../session/context.ts'
import { RuleList } from '../rules/RuleList.tsx'
import { StyleContext } from './editing.ts'
import { More } from './More.tsx'
import { Section } from './Section.tsx'
import { sectionProperties, sections } from './sections.ts'
import * as strings from './strings.ts'
import { OutlookLine, TargetLine } from './TargetLine.tsx'
import { useStyleEditing } from './useStyleEditing.ts'

const RuleCode = lazyWhenIdle(async () => (await import('./RuleCode.tsx')).RuleCode)

interface StyledSelection {
  tree: PageTree
  /** The node that was selected last. */
  node: PageNode
  /** The ids of all selected nodes. */
  selection: readonly string[]
}

/** The style of the selected elements, at the target that its first line names. */
export function StylePanel(selected: StyledSelection) {
  const { node } = selected
  if (node.kind !== 'element') {
    return <EmptyState title={strings.textHasNoStyleOfItsOwn}>{strings.selectTheElementAroundIt}</EmptyState>
  }
  return <SettledStyle {...selected} />
}

function SettledStyle({ tree, node, selection }: StyledSelection) {
  return <ElementStyle tree={useSettledTree(tree, node)} node={node} selection={selection} />
}

/** Delay before the panel reads a page again, in milliseconds. */
const SETTLED_MS = 150

/**
 * The page as it was when it last had not changed for `SETTLED_MS`, so that the cascade of the selected element is not
 * read in every frame while another person types or the agent inserts elsewhere.
 */
function useSettledTree(tree: PageTree, node: PageNode): PageTree {
  const [settled, setSettled] = useState(tree)
  useEffect(() => {
    if (settled === tree) return
    const timer = setTimeout(() => setSettled(tree), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [tree, settled])
  return settled.node(node.id) === node ? settled : tree
}

const ElementStyle = memo(function ElementStyle({ tree, node, selection }: StyledSelection) {
  const { editing, choices, onNear, refused } = useStyleEditing(tree, node, selection)
  const session = useEditor()
  /** A field in which nothing is being typed leaves undo to the page: what Enter kept is what one takes back. */
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) session.redo()
    else session.undo()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) editing.enter(undefined)
  }
  return (
    <StyleContext value={editing}>
      <section className="column min-h-0 h-full" aria-label={strings.style} onKeyDown={keys} onBlur={leave}>
        <TargetLine choices={choices} onNear={onNear} refused={refused} />
        <div className="grow min-h-0 overflow-auto contain-scroll">
          {sections.map(({ Fields, ...section }) => (
            <Section key={section.id} {...section}>
              <Fields />
            </Section>
          ))}
          <More shown={sectionProperties} />
          <Section id="code" title={strings.code}>
            <Suspense fallback={<Skeleton height={80} />}>
              <RuleCode />
            </Suspense>
          </Section>
          <Section id="rules" title={strings.rules}>
            <RuleList tree={tree} node={node} />
          </Section>
        </div>
        <OutlookLine />
      </section>
    </StyleContext>
  )
})
