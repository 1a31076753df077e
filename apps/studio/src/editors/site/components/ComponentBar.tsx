import { isComponent, page as pageEntry } from '@atelier/site'
import { ChevronLeft, Component } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { besideRules, useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import styles from './ComponentBar.module.css'
import { canVary, paramParts, typedClasses } from './paramParts.ts'
import * as strings from './strings.ts'
import { currentTrail, leaveTo } from './trail.ts'

/** Above the frames while a component is open: the way back, where it is used, and parameters by pointing. */
export function ComponentBar() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion(besideRules)
  const documentId = useEditorState((state) => state.documentId)
  const trail = useEditorState((state) => state.trail)
  const view = site?.local.view
  const entry = view && documentId !== undefined ? pageEntry(view, documentId) : undefined
  if (!view || entry?.kind !== 'component') return null
  const titleOf = (id: string, isLast: boolean) => {
    const title = pageEntry(view, id)?.title ?? ''
    return isLast ? strings.backTo(title) : title
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={strings.editing(entry.title)}>
      <nav aria-label={strings.wayBack} className={styles.path}>
        {currentTrail({ trail, documentId }).map((step, index, { length }) => (
          <Button
            key={step.componentId}
            size="sm"
            variant="quiet"
            icon={index === 0 ? <ChevronLeft size={14} /> : undefined}
            onClick={() => leaveTo(session, index)}
          >
            {titleOf(step.documentId, index === length - 1)}
          </Button>
        ))}
        <span className={styles.title}>
          <Component size={13} aria-hidden="true" />
          {entry.title}
        </span>
      </nav>
      <Uses componentId={entry.id} />
      <Pointed />
    </div>
  )
}

/** The parts of the selected node that can become a parameter. */
function Pointed() {
  const session = useEditor()
  const tree = usePageTree()
  const selected = useEditorState((state) => state.selected)
  const node = selected === undefined ? undefined : tree?.node(selected)
  if (!tree || !node || node.id === tree.root || isComponent(node)) {
    return <span className="m-0 nowrap color-secondary">{strings.pointAtSomething}</span>
  }
  const parts = paramParts(tree, node)
  if (parts.length === 0 && !canVary(node))
    return <span className="m-0 nowrap color-secondary">{strings.pointAtSomething}</span>
  return (
    <span className={styles.parts}>
      <span className="m-0 nowrap color-secondary">{strings.makeAParameterOf}</span>
      {parts.map(({ attribute, label }) => (
        <Button
          key={label}
          size="sm"
          onClick={() =>
            void session.run(operations.addComponentParam, {
              nodeId: node.id,
              ...(attribute === undefined ? {} : { attribute }),
            })
          }
        >
          {label}
        </Button>
      ))}
      {canVary(node) && <Variants nodeId={node.id} />}
    </span>
  )
}

function Variants({ nodeId }: { nodeId: string }) {
  const session = useEditor()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const add = async () => {
    const options = typedClasses(text)
    if (options.length === 0) return
    const result = await session.run(operations.addComponentParam, { nodeId, attribute: 'class', options })
    if (result.ok) setOpen(false)
  }
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={<Button size="sm">{strings.variants}</Button>}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label={strings.classesToChooseFrom}
          hint={strings.classesHint}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="sm" variant="primary">
          {strings.addVariants}
        </Button>
      </form>
    </Popover>
  )
}

type Use = HandleOutput<typeof operations.listComponents>['components'][number]['uses'][number]

/** Where the component is used; a click goes there. */
function Uses({ componentId }: { componentId: string }) {
  const session = useEditor()
  const [uses, setUses] = useState<readonly Use[]>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let isWanted = true
    // Where it cannot be asked now, the count is left out.
    void session.attempt(operations.listComponents, {}).then((result) => {
      const found = result.ok ? result.data?.components.find(({ id }) => id === componentId) : undefined
      if (isWanted && found) setUses(found.uses)
    })
    return () => {
      isWanted = false
    }
  }, [session, componentId])
  const count = uses?.reduce((sum, { nodeIds }) => sum + nodeIds.length, 0)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={strings.whereUsed}
      trigger={
        <Button size="sm" variant="quiet">
          {strings.usedIn(count)}
        </Button>
      }
    >
      {uses?.length === 0 && <p className="m-0 nowrap color-secondary">{strings.notUsedYet}</p>}
      <div className={styles.uses}>
        {uses?.map(({ documentId, title, nodeIds }) => (
          <Button
            key={documentId}
            size="sm"
            variant="quiet"
            onClick={() => {
              setOpen(false)
              session.openPage(documentId)
              session.selectAll(nodeIds)
            }}
          >
            {strings.timesOn(title, nodeIds.length)}
          </Button>
        ))}
      </div>
    </Popover>
  )
}
