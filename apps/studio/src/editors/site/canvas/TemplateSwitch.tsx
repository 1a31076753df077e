import { page as pageEntry } from '@atelier/site'
import { LayoutTemplate } from 'lucide-react'
import { Suspense } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { besideRules, useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { pagesIn, templatesAround } from './around.ts'
import styles from './Canvas.module.css'
import * as strings from './strings.ts'

const EntrySwitch = lazyWhenIdle(async () => (await import('./EntrySwitch.tsx')).EntrySwitch)

/** Shows the page inside the templates that it is published in, and leads into them; on a template, to its pages. */
export function TemplateSwitch() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion(besideRules)
  const pageId = useEditorState((state) => state.documentId)
  const on = useEditorState((state) => state.inTemplate)
  if (!site || pageId === undefined) return null
  const { kind, template } = pageEntry(site.local.view, pageId) ?? {}
  if (template?.target.kind === 'postTypes')
    return (
      <div className={styles.template}>
        <Suspense>
          <EntrySwitch key={pageId} templateId={pageId} models={template.target.tableSlugs} />
        </Suspense>
      </div>
    )
  if (kind === 'template') {
    const inside = pagesIn(site, pageId)
    return (
      <div className={styles.template}>
        <Menu
          side="top"
          trigger={
            <Button size="sm" icon={<LayoutTemplate size={13} />}>
              {strings.templateOf(inside.length)}
            </Button>
          }
          entries={inside.map(({ id, title }) => ({ label: title, onSelect: () => session.openPage(id) }))}
        />
      </div>
    )
  }
  const templates = templatesAround(site, pageId)
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
      {on &&
        templates.map(({ id, title }) => (
          <Button key={id} size="sm" variant="quiet" title={title} onClick={() => session.openPage(id)}>
            {strings.editTemplate}
          </Button>
        ))}
    </div>
  )
}
