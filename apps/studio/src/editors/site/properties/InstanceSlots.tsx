import { nodeAttribute, type PageNode, type PageTree, slotNames } from '@atelier/site'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { openPalette } from '../insert/open.ts'
import { isLayer } from '../model/rows.ts'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { type InstanceSlot, instanceSlots } from './instanceSlots.ts'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

/** The slots of the component that a node is an instance of, with a way to fill each. */
export function InstanceSlots({ tree, node }: { tree: PageTree; node: PageNode }) {
  const session = useEditor()
  const componentId = nodeAttribute(node, 'ref') ?? ''
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    let stop: (() => void) | undefined
    void session.load(componentId).then((component) => {
      if (!component || !isWanted) return
      const read = () => setNames(slotNames(component.model.tree()))
      stop = component.model.observe(read)
      read()
    })
    return () => {
      isWanted = false
      stop?.()
    }
  }, [session, componentId])
  const makeSlot = async (name: string) => {
    const made = await session.run(operations.insertHtml, slotIn(node.id, name))
    return made.ok ? made.data?.nodeIds?.[0] : undefined
  }
  const fill = async ({ name, nodeId }: InstanceSlot, at: { x: number; y: number }) => {
    const slotId = nodeId ?? (await makeSlot(name))
    if (slotId === undefined) return
    session.select(slotId)
    const tree = session.page.get()?.model.tree()
    const index = tree?.children(slotId).filter(isLayer).length ?? 0
    openPalette(session, { ...at, place: { parentId: slotId, index } })
  }
  if (names.length === 0) return null
  return (
    <>
      {instanceSlots(tree, node, names).map((slot) => (
        <div key={slot.name} className={styles.prop}>
          <span className="quiet">{strings.slot(slot.name)}</span>
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect()
              void fill(slot, { x: left, y: bottom })
            }}
          >
            {slot.isFilled ? strings.addToSlot : strings.fillSlot}
          </Button>
        </div>
      ))}
    </>
  )
}

function slotIn(parentId: string, name: string) {
  const slot = document.createElement('atelier-slot')
  slot.setAttribute('name', name)
  return { parentId, html: slot.outerHTML }
}
