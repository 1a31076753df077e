import type { PageNode, PageTree } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../../api/content.ts'
import { Link } from '../../../navigation/Link.tsx'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from './boundFormStrings.ts'
import { formDrift } from './formDrift.ts'
import styles from './Properties.module.css'

/** The model that a form of the page is bound to, and its fields that are missing here or no longer accepted. */
export function BoundForm({ tree, node, modelId }: { tree: PageTree; node: PageNode; modelId: string }) {
  const session = useEditor()
  const { data } = useQuery({ ...contentQuery(session.projectId), staleTime: 0 })
  if (!data) return null
  const model = data.models.find(({ id }) => id === modelId)
  const form = model?.form
  const drift = form && formDrift(tree, node, form)
  const labelOf = (name: string) => form?.fields.find((field) => field.name === name)?.label ?? name
  const mend = () => {
    if (!drift) return
    const html = drift.missing.map((field) => field.html).join('\n')
    void session.run(operations.batch, {
      calls: [
        ...(html === '' ? [] : [{ name: operations.insertHtml.id, input: { ...drift.place, html } }]),
        ...drift.extra.map(({ nodeId }) => ({ name: operations.deleteNode.id, input: { nodeId } })),
      ],
    })
  }
  return (
    <section className="grid gap-6" aria-label={strings.formOfContent}>
      <span className="type-label color-secondary">{strings.formOfContent}</span>
      {!model || !form || !drift ? (
        <p>{strings.formIsGone(modelId)}</p>
      ) : (
        <>
          <p>
            <Link to={paths.content(session.projectId, { model: model.id, room: 'form' })}>
              {strings.sendsEntriesOf(model.name)}
            </Link>
          </p>
          {!form.open && <p>{strings.formIsClosed}</p>}
          {drift.missing.length > 0 && <p>{strings.missingFields(drift.missing.map(({ name }) => labelOf(name)))}</p>}
          {drift.extra.length > 0 && <p>{strings.extraFields(drift.extra.map(({ name }) => name))}</p>}
          {drift.missing.length + drift.extra.length === 0 ? (
            <p>{strings.formIsUpToDate}</p>
          ) : (
            <div className={styles.verbs}>
              <Button size="sm" onClick={mend}>
                {strings.mendForm(drift.missing.length, drift.extra.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
