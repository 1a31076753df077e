import { nodeClasses, type PageNode, type PageTree } from '@atelier/site'
import { MousePointer2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { partName } from '../model/partName.ts'
import { ancestors, layerTitle } from '../model/rows.ts'
import { useEditor, useEditorState, usePageTree, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Properties.module.css'
import { useShownSelection } from './shownSelection.ts'
import * as strings from './strings.ts'

const SettingsPanel = lazyWhenIdle(async () => (await import('./SettingsPanel.tsx')).SettingsPanel)
const StylePanel = lazyWhenIdle(async () => (await import('./style/StylePanel.tsx')).StylePanel)

/** The selected node: its position, its classes, its style and its settings. */
export function Properties() {
  const session = useEditor()
  const tree = usePageTree()
  const { selected, selection } = useShownSelection(tree)
  const tab = useEditorState((state) => state.propertyTab)
  const node = selected !== undefined ? tree?.node(selected) : undefined
  if (!tree || !node) {
    return (
      <EmptyState icon={<MousePointer2 size={18} />} title={strings.nothingSelected}>
        {strings.clickSomethingOnThePage}
      </EmptyState>
    )
  }
  return (
    <div className="column min-h-0 h-full">
      <div className={styles.who}>
        <Path tree={tree} node={node} />
        {node.kind === 'element' && <Classes key={node.id} node={node} />}
      </div>
      <Tabs
        label={strings.properties}
        value={tab}
        onChange={(next) => patchStore(session.state, { propertyTab: next })}
        tabs={[
          {
            value: 'style',
            label: strings.style,
            panel: (
              <Suspense fallback={<Skeleton height={160} />}>
                <StylePanel tree={tree} node={node} selection={selection} />
              </Suspense>
            ),
          },
          {
            value: 'settings',
            label: strings.settings,
            panel: (
              <div className="h-full overflow-auto contain-scroll">
                <Suspense fallback={<Skeleton height={160} />}>
                  <SettingsPanel tree={tree} node={node} />
                </Suspense>
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

/** The way from the page to the node; the last few steps, since the nearest matter. */
function Path({ tree, node }: { tree: PageTree; node: PageNode }) {
  const session = useEditor()
  const site = useSite()
  const path = [...ancestors(tree, node.id).slice(-3), node.id]
  return (
    <nav className={styles.path} aria-label={strings.whereItStands}>
      {path.map((id, index) => {
        const each = tree.node(id)
        if (!each) return null
        const name = each.kind === 'text' ? strings.textNode : (partName(site?.local.view, each) ?? each.tag)
        return (
          <span key={id} style={{ display: 'contents' }}>
            {index > 0 && <span aria-hidden="true">›</span>}
            <button
              type="button"
              className={styles.crumb}
              aria-current={id === node.id ? 'true' : undefined}
              title={layerTitle(tree, each)}
              onClick={() => session.select(id)}
              onMouseEnter={() => session.hover(id)}
              onMouseLeave={() => session.hover(undefined)}
            >
              {name}
            </button>
          </span>
        )
      })}
    </nav>
  )
}

function Classes({ node }: { node: PageNode }) {
  const session = useEditor()
  const [text, setText] = useState('')
  const classes = nodeClasses(node)
  const write = (next: readonly string[]) =>
    session.run(operations.updateNodeProps, {
      nodeId: node.id,
      patch: { class: next.length > 0 ? next.join(' ') : null },
    })
  const add = () => {
    const added = text.split(/[\s.]+/).filter(Boolean)
    setText('')
    if (added.length > 0) void write([...new Set([...classes, ...added])])
  }
  return (
    <div className="row wrap gap-4">
      {classes.map((name) => (
        <span key={name} className={styles.chip}>
          <span>{name}</span>
          <button
            type="button"
            aria-label={strings.removeTheClass(name)}
            onClick={() => void write(classes.filter((each) => each !== name))}
          >
            <X size={12} />
          </button>
        </span>
      ))}
      <input
        className={styles.addClass}
        aria-label={strings.addAClass}
        placeholder={strings.addAClass}
        spellCheck="false"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') add()
          if (event.key === 'Escape') setText('')
          if (event.key === 'Backspace' && text === '' && classes.length > 0) void write(classes.slice(0, -1))
        }}
      />
    </div>
  )
}
