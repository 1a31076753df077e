import type { AnswerOf, readMediaUses } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { contentQuery, entryQuery } from '../../api/content.ts'
import { saveInput } from '../../api/saveInput.ts'
import { useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { mediaOperations, operations } from '../session/handles.ts'
import { contentUploads } from './contentUploads.ts'
import * as strings from './strings.ts'
import { withPath } from './withPath.ts'

/** Shows another file wherever pages and entries use one: all of it is one step of the undo. */
export function useReplace(onDone: (id: string) => void) {
  const { session, project } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [busy, setBusy] = useState(false)

  async function replace({ file, pages, entries }: AnswerOf<typeof readMediaUses>, by: File) {
    setBusy(true)
    const [id] = await contentUploads(session, queries).send([by], '')
    if (id === undefined || id === file.id) return setBusy(false)
    let failure: string | undefined
    const { models } = await queries.fetchQuery(contentQuery(project.id))
    const written = await session.runTogether(async (run) => {
      const described = await run(mediaOperations.describeMedia, {
        assetId: id,
        alt: file.alt,
        tags: file.tags,
        ...(file.focal ? { focal: file.focal } : {}),
      })
      if (!described.ok) {
        failure = sentence(described.error)
        return { ok: true, value: undefined }
      }
      const { path } = described.value
      if (pages.length > 0) {
        const shown = await run(mediaOperations.replaceMedia, { mediaId: file.id, withMediaId: id })
        if (!shown.ok) failure = sentence(shown.error)
      }
      for (const use of entries) {
        const model = models.find((each) => each.id === use.model)
        if (!model) continue
        const entry = await queries.fetchQuery({ ...entryQuery(project.id, use.model, use.id), staleTime: 0 })
        const value = entry.locales.find(({ locale }) => locale === use.locale)?.values[use.field]
        const saved = await run(
          operations.saveContent,
          saveInput(model, use.id, use.locale, { [use.field]: withPath(value, file.path, path) }),
        )
        if (!saved.ok) failure = sentence(saved.error)
      }
      return { ok: true, value: undefined }
    })
    const undo = written.ok ? written.value.undo : undefined
    setBusy(false)
    show({
      title: failure === undefined ? strings.replaced(file.name, by.name) : strings.notReplaced(failure),
      tone: failure === undefined ? 'done' : 'danger',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    onDone(id)
  }
  return { replace, busy }
}
