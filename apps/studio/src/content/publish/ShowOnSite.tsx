import type { ContentModel } from '@atelier/api'
import { readyRoutes, slugOf } from '@atelier/content'
import { Globe } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { Button, Dialog, ErrorNote, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { addEntryPages, operations } from '../session/handles.ts'
import styles from './Publish.module.css'
import * as strings from './strings.ts'

/** Gives the entries of a model pages on the site: their address, a page that lists them, and their template. */
export function ShowOnSite({ model }: { model: ContentModel }) {
  const { project } = useContent()
  const [open, setOpen] = useState(false)
  const mayRoute = project.role === 'owner' || project.role === 'admin'
  if (!mayRoute || model.route !== undefined || (model.kind !== 'collection' && model.kind !== 'document')) return null
  return (
    <>
      <Button icon={<Globe size={15} />} onClick={() => setOpen(true)}>
        {strings.showOnTheSite}
      </Button>
      {open && <ShowDialog model={model} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShowDialog({ model, onClose }: { model: ContentModel; onClose: () => void }) {
  const { session } = useContent()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useId()
  const [route, setRoute] = useState(readyRoutes[model.id] ?? slugOf(model.name))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const localized = model.locales.length > 1

  const make = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const answer = await session.runTogether(async (run) => {
      const set = await run(operations.setRoute, { model: model.id, route })
      return set.ok ? run(addEntryPages, { model: model.id }) : set
    })
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    onClose()
    toast.show({
      title: strings.pagesAreMade(model.name, route),
      action: {
        label: strings.openTheList,
        onSelect: () => navigate(paths.project(session.projectId, { page: answer.value.data.listPageId })),
      },
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.showModelOnTheSite(model.name)}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={route.trim() === ''}>
            {strings.makeThePages}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={make} noValidate className="grid gap-12">
        <TextField
          label={strings.address}
          value={route}
          mono
          size="lg"
          autoFocus
          autoComplete="off"
          onChange={(event) => setRoute(event.currentTarget.value)}
        />
        <ul className={styles.made}>
          <li>
            <code>{`/${route}/`}</code> {strings.listsThem(model.name)}
          </li>
          <li>
            <code>{`/${route}/…/`}</code> {strings.onePageEach}
          </li>
          {localized && (
            <li>
              <code>{`/${model.locales[1]}/${route}/…/`}</code> {strings.inEachLanguage}
            </li>
          )}
        </ul>
        <p className="quiet">{strings.pagesHint}</p>
        {error && <ErrorNote title={error} />}
      </form>
    </Dialog>
  )
}
