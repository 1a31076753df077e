import { documentAddress, mediaByPath, nodeAttribute, nodeStyles, type PageNode, sitePath } from '@atelier/site'
import { Image } from 'lucide-react'
import { Suspense, useState } from 'react'
import { mediaUrl } from '../../../api/media.ts'
import { FocalPointField } from '../../../media/FocalPointField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Picture.module.css'
import { pictureProps } from './pictureProps.ts'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('./ImagePicker.tsx')).ImagePicker)

/** Which picture an `<img>` shows, and another one instead. */
export function PictureSource({ node }: { node: PageNode }) {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const pageId = useEditorState((state) => state.documentId)
  const [choosing, setChoosing] = useState(false)
  const view = site?.local.view
  const tree = usePageTree()
  const path = sitePath(nodeAttribute(node, 'src') ?? '', view && pageId ? documentAddress(view, pageId) : '/')
  const entry = view && path !== undefined ? mediaByPath(view, path) : undefined
  const rules = view && tree ? nodeStyles(view, tree, node.id, pageId) : []
  const position = rules
    .flatMap(({ certain, declarations }) => (certain ? declarations : []))
    .find(({ name }) => name === 'object-position')?.value
  return (
    <>
      <div className={styles.source}>
        <span className={styles.thumb}>
          {entry ? (
            <img src={mediaUrl(session.projectId, entry.id, 160)} alt="" decoding="async" />
          ) : (
            <Image size={16} />
          )}
        </span>
        <span className="grow min-w-0 truncate quiet">{entry?.name ?? strings.notOfTheMedia}</span>
        <Button size="sm" onClick={() => setChoosing(true)}>
          {strings.choose}
        </Button>
        <Suspense>
          {choosing && (
            <ImagePicker
              open
              onOpenChange={setChoosing}
              onPick={(picked) =>
                void session.run(operations.updateNodeProps, { nodeId: node.id, patch: pictureProps(node, picked) })
              }
            />
          )}
        </Suspense>
      </div>
      {entry && (
        <FocalPointField
          url={mediaUrl(session.projectId, entry.id, 320)}
          value={position}
          onChange={(objectPosition) =>
            void session.run(operations.updateNodeProps, { nodeId: node.id, patch: { objectPosition } })
          }
        />
      )}
    </>
  )
}
