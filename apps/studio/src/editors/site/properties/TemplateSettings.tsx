import { outletsOf, type PageTree, page as pageEntry } from '@atelier/site'
import { Button } from '../../../ui/Button.tsx'
import { askedOption } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

const KINDS = ['everywhere', 'notFound'] as const
type TargetKind = (typeof KINDS)[number] | 'postTypes'

/** Whether a page is a template, around which pages, and before which other templates. Shown with its body. */
export function TemplateSettings({ tree }: { tree: PageTree }) {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const open = useEditorState((state) => state.documentId)
  const entry = site && open !== undefined ? pageEntry(site.local.view, open) : undefined
  if (!entry || entry.kind === 'component') return null
  const { template } = entry
  const set = (kind: TargetKind, priority = template?.priority) =>
    void session.run(operations.setPageTemplate, {
      pageId: entry.id,
      target: { kind },
      ...(priority === undefined ? {} : { priority }),
    })
  const hasOutlet = outletsOf(tree).length > 0
  return (
    <section className={styles.group} aria-label={strings.template}>
      <span className={styles.groupTitle}>{strings.template}</span>
      <div className={styles.prop}>
        <span className={styles.propName}>{strings.standsAround}</span>
        <select
          className={styles.input}
          aria-label={strings.standsAround}
          value={template?.target.kind ?? ''}
          onChange={(event) => {
            const asked = askedOption(event.target, template?.target.kind ?? '')
            const kind = KINDS.find((each) => each === asked)
            if (kind) set(kind)
            else void session.run(operations.clearPageTemplate, { pageId: entry.id })
          }}
        >
          <option value="">{strings.nothingItIsAPage}</option>
          <option value="everywhere">{strings.allPages}</option>
          <option value="notFound">{strings.nothingItIsThe404Page}</option>
        </select>
      </div>
      {template && (
        <div className={styles.prop}>
          <span className={styles.propName}>{strings.priority}</span>
          <CommitInput
            className={styles.input}
            aria-label={strings.priority}
            inputMode="numeric"
            value={String(template.priority)}
            onCommit={(next) => Number.isFinite(Number(next)) && set(template.target.kind, Number(next))}
          />
        </div>
      )}
      {template?.target.kind === 'everywhere' && !hasOutlet && (
        <>
          <p className={styles.note}>{strings.itHasNoOutletYet}</p>
          <Button
            size="sm"
            onClick={() =>
              void session.run(operations.insertHtml, {
                parentId: tree.root,
                html: '<atelier-outlet></atelier-outlet>',
              })
            }
          >
            {strings.addAnOutlet}
          </Button>
        </>
      )}
    </section>
  )
}
