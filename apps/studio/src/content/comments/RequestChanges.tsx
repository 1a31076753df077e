import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, ErrorNote, Popover, TextArea, useToast } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import { callOperation } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { commentsQuery, useNameOf } from '../session/reads.ts'
import styles from './Comments.module.css'
import { mayComment } from './mayComment.ts'
import * as strings from './strings.ts'

/** Asks the authors of a proposal for changes before it is merged. */
export function RequestChanges({ branch }: { branch: { id: string; name: string } }) {
  const { project } = useContent()
  const { show } = useToast()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const answer = await callOperation(project.id, operations.requestChanges, { branch: branch.name, text })
    if (!answer.ok) return setError(sentence(answer.error))
    setOpen(false)
    setText('')
    show({ title: strings.requested(answer.value.data.told), tone: 'done' })
    await queries.invalidateQueries({ queryKey: commentsQuery(project.id, { of: branch.id }).queryKey })
  }
  return (
    <Popover
      label={strings.requestChanges}
      open={open}
      onOpenChange={(next) => {
        setError(undefined)
        setOpen(next)
      }}
      trigger={<Button icon={<MessageSquareWarning size={15} />}>{strings.requestChanges}</Button>}
    >
      <form className={styles.dialog} onSubmit={(event) => void send(event)}>
        <TextArea
          label={strings.whatToChange}
          hint={strings.whatToChangeHint}
          rows={4}
          maxLength={4_000}
          value={text}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error && <ErrorNote title={error} />}
        <Button type="submit" variant="primary" size="sm" disabled={text.trim() === ''}>
          {strings.requestChanges}
        </Button>
      </form>
    </Popover>
  )
}

/** The changes that reviewers ask for, until somebody says that they are done. */
export function RequestedChanges({ branchId }: { branchId: string }) {
  const { project } = useContent()
  const { show } = useToast()
  const queries = useQueryClient()
  const query = commentsQuery(project.id, { of: branchId })
  const nameOf = useNameOf(project.id)
  const open = (useQuery(query).data ?? []).filter(({ resolved }) => !resolved)
  const finish = async (commentId: string) => {
    const answer = await callOperation(project.id, operations.resolveComment, { of: branchId, commentId })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-comment' })
    await queries.invalidateQueries({ queryKey: query.queryKey })
  }
  return open.map(({ id, author, at, text }) => (
    <ErrorNote
      key={id}
      tone="attention"
      title={strings.requestedBy(nameOf(author), ago(Date.parse(at)))}
      actions={
        mayComment(project.role) && (
          <Button size="sm" onClick={() => void finish(id)}>
            {strings.done}
          </Button>
        )
      }
    >
      <span className={styles.text}>{text}</span>
    </ErrorNote>
  ))
}
