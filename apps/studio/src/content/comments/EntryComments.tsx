import type { ContentModel } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Button, EmptyState, ErrorNote, Select, Sheet, Skeleton, TextArea, useToast } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { callOperation } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { type ContentComment, operations } from '../session/handles.ts'
import { commentsQuery, useNameOf } from '../session/reads.ts'
import { CommentList } from './CommentList.tsx'
import styles from './Comments.module.css'
import { mayComment } from './mayComment.ts'
import * as strings from './strings.ts'

const WHOLE = '*whole'

interface EntryCommentsProps {
  model: ContentModel
  entryId: string
  /** The language and the field that a new comment is about at first. */
  about?: { locale: string; field: string } | undefined
  open: boolean
  onClose: () => void
}

/** The comments on an entry and its fields, and the form that adds one. */
export function EntryComments({ open, onClose, ...props }: EntryCommentsProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={strings.comments} side="right">
      {open && <Conversation {...props} />}
    </Sheet>
  )
}

function Conversation({ model, entryId, about }: Omit<EntryCommentsProps, 'open' | 'onClose'>) {
  const { project } = useContent()
  const { show } = useToast()
  const queries = useQueryClient()
  const query = commentsQuery(project.id, { model: model.id, entryId })
  const { data, error } = useQuery(query)
  const nameOf = useNameOf(project.id)
  const [subject, setSubject] = useState(about ? commentSubject(about) : WHOLE)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const may = mayComment(project.role)
  const isMultilingual = model.locales.length > 1
  const labelOfField = (name: string) => {
    const field = model.fields.find((each) => each.name === name)
    return fieldLabel(field ?? { name })
  }
  const labelOf = ({ locale, field }: { locale?: string; field?: string }) => {
    if (field === undefined) return strings.wholeEntry
    const label = labelOfField(field)
    return locale === undefined || !isMultilingual ? label : strings.fieldIn(label, languageName(locale))
  }
  const subjects = (isMultilingual ? model.locales : [NO_LOCALE]).flatMap((locale) =>
    model.fields.map(({ name }) => ({ locale, field: name })),
  )

  const again = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const chosen = subjects.find((each) => commentSubject(each) === subject)
    const answer = await callOperation(project.id, operations.addComment, {
      model: model.id,
      entryId,
      text,
      ...(chosen ? { field: chosen.field } : {}),
      ...(chosen && chosen.locale !== NO_LOCALE ? { locale: chosen.locale } : {}),
    })
    setBusy(false)
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-comment' })
    setText('')
    show({ title: strings.told(answer.value.data.told), id: 'content-comment' })
    await again()
  }
  const resolve = async ({ id }: ContentComment, resolved: boolean) => {
    const input = { model: model.id, entryId, commentId: id, resolved }
    const answer = await callOperation(project.id, operations.resolveComment, input)
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-comment' })
    await again()
  }

  if (error && !data) return <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
  if (!data) return <Skeleton height={96} radius={10} />
  const settled = data.filter(({ resolved }) => resolved)
  const list = { nameOf, aboutOf: labelOf, onResolve: may ? resolve : undefined }
  return (
    <div className={styles.body}>
      {data.length === 0 && <EmptyState title={strings.none}>{strings.noneHint}</EmptyState>}
      <CommentList comments={data.filter(({ resolved }) => !resolved)} {...list} />
      {may && (
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <Select
            label={strings.about}
            size="sm"
            value={subject}
            options={[
              { value: WHOLE, label: strings.wholeEntry },
              ...subjects.map((each) => ({ value: commentSubject(each), label: labelOf(each) })),
            ]}
            onChange={setSubject}
          />
          <TextArea
            label={strings.write}
            rows={3}
            maxLength={4_000}
            value={text}
            autoFocus
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send(event)
            }}
          />
          <Button type="submit" variant="primary" size="sm" busy={busy} disabled={text.trim() === ''}>
            {strings.send}
          </Button>
        </form>
      )}
      {settled.length > 0 && (
        <details>
          <summary className="quiet">{strings.resolvedCount(settled.length)}</summary>
          <CommentList comments={settled} {...list} />
        </details>
      )}
    </div>
  )
}

const commentSubject = ({ locale, field }: { locale: string; field: string }) => `${locale}/${field}`
