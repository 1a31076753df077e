import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../api/account.ts'
import { errorOf, unwrap } from '../../api/client.ts'
import { contentKey } from '../../api/content.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations, type WaitingEdit } from '../session/handles.ts'
import { peopleQuery, waitingQuery } from '../session/reads.ts'
import own from './Publish.module.css'
import * as strings from './strings.ts'

const keyOf = ({ model, id, locale }: WaitingEdit) => JSON.stringify([model, id, locale])

/** The edits that wait, each with who has written and a tick; at first those are chosen that only the user has written. */
export function WaitingEntries() {
  const { session, project } = useContent()
  const queries = useQueryClient()
  const { data } = useQuery(waitingQuery(project.id))
  const people = useQuery(peopleQuery(project.id)).data ?? []
  const me = useQuery(meQuery()).data?.user
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = (each: WaitingEdit) => ticks.get(keyOf(each)) ?? each.by.every((user) => user === me?.id)
  const chosen = (data?.waiting ?? []).filter(isChosen)
  const publish = useMutation({
    mutationFn: () => unwrap(session.runAll(operations.updateStatus, callsOf(chosen))),
    onSettled: () => queries.invalidateQueries({ queryKey: contentKey(project.id) }),
  })
  if (!data || data.total === 0) return null
  const nameOf = (id: string) => (id === me?.id ? me.name : people.find((each) => each.id === id)?.name)
  return (
    <section aria-label={strings.waitingEdits} className={own.waiting}>
      <span className={own.label} aria-hidden="true">
        {strings.waitingCount(data.total)}
      </span>
      <ul>
        {data.waiting.map((each) => {
          const title = each.title === '' ? each.id : each.title
          const authors = each.by.flatMap((id) => nameOf(id) ?? []).join(', ')
          const about = [...(each.locale === NO_LOCALE ? [] : [each.locale]), authors, strings.otherWords(each.words)]
          return (
            <li key={keyOf(each)} className={own.waitingRow}>
              <input
                type="checkbox"
                aria-label={strings.publishThis(title, each.locale === NO_LOCALE ? undefined : each.locale)}
                checked={isChosen(each)}
                onChange={(event) => setTicks(new Map(ticks).set(keyOf(each), event.currentTarget.checked))}
              />
              <Link to={paths.content(project.id, { model: each.model, entry: each.id })} className={own.waitingTitle}>
                {title}
              </Link>
              <span className="rigid quiet">{about.filter((part) => part !== '').join(' · ')}</span>
            </li>
          )
        })}
      </ul>
      {publish.error && <ErrorNote title={errorOf(publish.error).message} />}
      <Button full busy={publish.isPending} disabled={chosen.length === 0} onClick={() => publish.mutate()}>
        {strings.publishChosen(chosen.length)}
      </Button>
    </section>
  )
}

/** One call for the entries of each model and language. */
function callsOf(chosen: readonly WaitingEdit[]) {
  const groups = Map.groupBy(chosen, ({ model, locale }) => JSON.stringify([model, locale]))
  return [...groups.values()].flatMap((edits) => {
    const [first] = edits
    if (!first) return []
    const entryIds = edits.map(({ id }) => id)
    const locale = first.locale === NO_LOCALE ? {} : { locale: first.locale }
    return [{ model: first.model, entryIds, status: 'published' as const, ...locale }]
  })
}
