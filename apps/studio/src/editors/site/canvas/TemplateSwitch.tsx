import { LayoutTemplate } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { templatesAround } from './around.ts'
import styles from './Canvas.module.css'
import * as strings from './strings.ts'

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
        title={strings.publishedIn(templates.map(({ title }) => title))}
        onClick={() => patchStore(session.state, { inTemplate: !on })}
      >
        {strings.inItsTemplate}
      </Button>
    </div>
  )
}
