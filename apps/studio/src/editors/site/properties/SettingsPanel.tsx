import { nodeAttributes, type PageNode, type PageTree } from '@atelier/site'
import { X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { PictureSource } from '../media/PictureSource.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { ancestorsOf } from '../text/lostText.ts'
import { FieldChoice, FieldMenu, TemplateSettings } from './contentParts.ts'
import { boundModel } from './formDrift.ts'
import { ModuleProps, shownAttributes } from './ModuleProps.tsx'
import styles from './Properties.module.css'
import * as strings from './strings.ts'
import { TextArea } from './TextArea.tsx'

const BoundForm = lazyWhenIdle(async () => (await import('./BoundForm.tsx')).BoundForm)

/** The settings of an element: its text and its attributes. */
export function SettingsPanel({ tree, node }: { tree: PageTree; node: PageNode }) {
  const session = useEditor()
  const patch = (props: Record<string, string | null>) =>
    void session.run(operations.updateNodeProps, { nodeId: node.id, patch: props })
  const place = { tag: node.tag ?? 'p', within: ancestorsOf(tree, node.id) }
  const keepIfGone = (words: string) => {
    // It is in the document unless that has lost the element.
    if (!session.page.get()?.model.tree().node(node.id)) session.text.keepLost({ words, place })
  }
  const modelId = boundModel(node)
  const shown = shownAttributes(tree, node)
  const attributes = nodeAttributes(node).filter(
    ([name]) => name !== 'class' && !shown.has(name) && !name.startsWith('param-'),
  )
  const text = plainText(tree, node)
  return (
    <div className={styles.settings}>
      {text !== undefined && (
        <div className="grid gap-6">
          <label className="type-label color-secondary" htmlFor="node-text">
            {strings.text}
          </label>
          <TextArea
            id="node-text"
            key={node.id}
            value={text}
            onCommit={(next) => patch({ text: next })}
            onGone={keepIfGone}
          />
          <Suspense>
            <FieldChoice tree={tree} node={node} text={text} onPick={(next) => patch({ text: next })} />
          </Suspense>
        </div>
      )}
      {node.id === tree.root && (
        <Suspense>
          <TemplateSettings key={tree.root} tree={tree} />
        </Suspense>
      )}
      {node.kind === 'element' && node.tag === 'img' && (
        <div className="grid gap-6">
          <span className="type-label color-secondary">{strings.picture}</span>
          <PictureSource key={node.id} node={node} />
        </div>
      )}
      {modelId !== undefined && (
        <Suspense>
          <BoundForm key={node.id} tree={tree} node={node} modelId={modelId} />
        </Suspense>
      )}
      <ModuleProps tree={tree} node={node} />
      {node.kind === 'element' && (
        <div className="grid gap-6">
          <span className="type-label color-secondary">{strings.attributes}</span>
          {attributes.map(([name, value]) => (
            <div key={`${node.id} ${name}`} className={styles.attribute}>
              <span className={styles.attributeName} title={name}>
                {name}
              </span>
              <CommitInput
                className={styles.input}
                aria-label={name}
                value={value}
                onCommit={(next) => patch({ [name]: next })}
              />
              <Suspense>
                <FieldMenu tree={tree} node={node} label={name} onPick={(token) => patch({ [name]: token })} />
              </Suspense>
              <button
                type="button"
                className={styles.remove}
                aria-label={strings.removeItem(name)}
                onClick={() => patch({ [name]: null })}
              >
                <X size={13} />
              </button>
            </div>
          ))}
          <NewAttribute key={node.id} onAdd={(name, value) => patch({ [name]: value })} />
        </div>
      )}
    </div>
  )
}

function NewAttribute({ onAdd }: { onAdd: (name: string, value: string) => void }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const add = () => {
    const trimmed = name.trim()
    if (trimmed === '') return
    onAdd(trimmed, value)
    setName('')
    setValue('')
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') add()
  }
  return (
    <div className={styles.attribute}>
      <input
        className={styles.input}
        aria-label={strings.nameOfANewAttribute}
        placeholder={strings.nameOfAttribute}
        spellCheck="false"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <input
        className={styles.input}
        aria-label={strings.valueOfTheNewAttribute}
        placeholder={strings.valueThenEnter}
        spellCheck="false"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  )
}

/** The text of a node that holds nothing but text; undefined for every other. */
export function plainText(tree: PageTree, node: PageNode): string | undefined {
  if (node.kind !== 'element') return node.text
  const children = tree.children(node.id)
  const [first] = children
  if (!first || children.some((child) => child.kind !== 'text')) return undefined
  const text = children.map((child) => child.text).join('')
  return text.trim() === '' ? undefined : text
}
