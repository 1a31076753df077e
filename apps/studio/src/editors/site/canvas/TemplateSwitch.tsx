import { LayoutTemplate } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { templatesAround } from './around.ts'
import styles from './Canvas.module.css'

/** Shows the page inside the templates that it is published in, where it has any. */
export function TemplateSwitch() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const pageId = useEditorState((state) => state.documentId)
  const on = useEditorState((state) => state.inTemplate)
  const templates = site && pageId !== undefined ? templatesAround(site, pageId) : []
  if (templates.length === 0) return null
  return (
    <div className={styles.template}>
      <Button
        size="sm"
        icon={<LayoutTemplate size={13} />}
        aria-pressed={on}
        title={`Published in ${templates.map(({ title }) => `“${title}”`).join(' in ')}`}
        onClick={() => patchStore(session.state, { inTemplate: !on })}
      >
        In its template
      </Button>
    </div>
  )
}
