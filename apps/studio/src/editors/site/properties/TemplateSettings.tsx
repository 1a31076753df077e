import { outletsOf, type PageTree, page as pageEntry, type TemplateTarget } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../../api/content.ts'
import { Button } from '../../../ui/Button.tsx'
import { askedOption } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

const KINDS = ['everywhere', 'notFound'] as const
type Target = { kind: (typeof KINDS)[number] } | { kind: 'postTypes'; tableSlugs: string[] }
/** Before the id of a model among the values of the list. */
const ENTRIES = 'entries:'

/** Whether a page is a template, around which pages, and before which other templates. Shown with its body. */
export function TemplateSettings({ tree }: { tree: PageTree }) {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const open = useEditorState((state) => state.documentId)
  const overview = useQuery(contentQuery(session.projectId))
  const entry = site && open !== undefined ? pageEntry(site.local.view, open) : undefined
  if (!entry || entry.kind === 'component') return null
  const { template } = entry
  const models = overview.data?.models.filter(({ kind }) => kind !== 'dictionary') ?? []
  const target = template?.target
  const value = target?.kind === 'postTypes' ? ENTRIES + target.tableSlugs.join(' ') : (target?.kind ?? '')
  const isListed = target?.kind !== 'postTypes' || models.some(({ id }) => ENTRIES + id === value)
  const set = (next: Target, priority = template?.priority) =>
    void session.run(operations.setPageTemplate, {
      pageId: entry.id,
      target: next,
      ...(priority === undefined ? {} : { priority }),
    })
  const hasOutlet = outletsOf(tree).length > 0
  return (
    <section className="grid gap-6" aria-label={strings.template}>
      <span className="type-label color-secondary">{strings.template}</span>
      <div className={styles.prop}>
        <span className="quiet">{strings.standsAround}</span>
        <select
          className={styles.input}
          aria-label={strings.standsAround}
          value={value}
          onChange={(event) => {
            const asked = askedOption(event.target, value)
            const kind = KINDS.find((each) => each === asked)
            if (kind) set({ kind })
            else if (asked.startsWith(ENTRIES))
              set({ kind: 'postTypes', tableSlugs: asked.slice(ENTRIES.length).split(' ') })
            else void session.run(operations.clearPageTemplate, { pageId: entry.id })
          }}
        >
          <option value="">{strings.nothingItIsAPage}</option>
          <option value="everywhere">{strings.allPages}</option>
          <option value="notFound">{strings.nothingItIsThe404Page}</option>
          {models.map(({ id, name }) => (
            <option key={id} value={ENTRIES + id}>
              {strings.pageOfEachEntry(name)}
            </option>
          ))}
          {!isListed && target?.kind === 'postTypes' && (
            <option value={value}>{strings.pageOfEachEntry(target.tableSlugs.join(', '))}</option>
          )}
        </select>
      </div>
      {template && (
        <div className={styles.prop}>
          <span className="quiet">{strings.priority}</span>
          <CommitInput
            className={styles.input}
            aria-label={strings.priority}
            inputMode="numeric"
            value={String(template.priority)}
            onCommit={(next) => Number.isFinite(Number(next)) && set(copyOf(template.target), Number(next))}
          />
        </div>
      )}
      {template?.target.kind === 'everywhere' && !hasOutlet && (
        <>
          <p className="m-0 quiet">{strings.itHasNoOutletYet}</p>
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

const copyOf = (target: TemplateTarget): Target =>
  target.kind === 'postTypes' ? { ...target, tableSlugs: [...target.tableSlugs] } : target
