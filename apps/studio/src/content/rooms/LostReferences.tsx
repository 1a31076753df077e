import type { ContentModel } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { contentKey, contentQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, Popover, useToast } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { NewEntry } from '../form/NewEntry.tsx'
import { Chooser } from '../form/RelationField.tsx'
import { callOperation } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from './lostStrings.ts'
import styles from './Rooms.module.css'

/** The references of entries that lead to nothing, each to be cleared or pointed elsewhere; nothing if there are none. */
export function LostReferences() {
  const { session, project, readsOnly } = useContent()
  const { show } = useToast()
  const [choosing, setChoosing] = useState<string>()
  const [making, setMaking] = useState<{ model: ContentModel; title: string; target: string }>()
  const models: readonly ContentModel[] = useQuery(contentQuery(project.id)).data?.models ?? []
  const { data } = useQuery({
    queryKey: [...contentKey(project.id), 'lost references'],
    queryFn: async () => {
      const answer = await callOperation(project.id, operations.listLostReferences, {})
      return answer.ok ? answer.value.data : { total: 0, lost: [] }
    },
  })
  if (!data || data.total === 0) return null
  const mend = async (target: string, id: string | null) => {
    const input = { references: { [target]: id }, only: 'references' as const }
    const answer = await session.run(operations.fixContent, input)
    const warning = answer.ok ? answer.value.data.warnings[0] : undefined
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'lost-references' })
    else if (warning) show({ title: warning.message, tone: 'attention', id: 'lost-references' })
    else show({ title: strings.mended, id: 'lost-references' })
  }
  return (
    <section className={styles.section} aria-label={strings.lostReferences}>
      <h2 className="type-heading">{strings.lostReferences}</h2>
      <p className="quiet">{strings.lostHint}</p>
      <ul className="grid gap-8">
        {data.lost.map(({ model, entry, title, locale, field, target }) => {
          const name = `${target.model}/${target.id}`
          const key = `${model} ${entry} ${locale} ${field} ${name}`
          const language = locale === '*' ? undefined : languageName(locale)
          const wanted = models.filter(({ id }) => id === target.model)
          return (
            <li key={key} className="row wrap gap-8">
              <Link to={paths.content(project.id, { model, entry })}>
                {strings.inLanguage(title === '' ? entry : title, language)}
              </Link>
              <span className="quiet break-anywhere">{strings.refersTo(field, name)}</span>
              <span className="grow" />
              {!readsOnly && (
                <>
                  <Button size="sm" aria-label={strings.clearOf(name, title)} onClick={() => void mend(name, null)}>
                    {strings.clear}
                  </Button>
                  <Popover
                    open={choosing === key}
                    onOpenChange={(open) => setChoosing(open ? key : undefined)}
                    label={strings.chooseInstead(name)}
                    trigger={
                      <Button size="sm" aria-label={strings.chooseInstead(name)}>
                        {strings.choose}
                      </Button>
                    }
                  >
                    <Chooser
                      models={wanted}
                      taken={[]}
                      onChoose={({ id }) => {
                        setChoosing(undefined)
                        void mend(name, id)
                      }}
                      onMake={(made, text) => {
                        setChoosing(undefined)
                        setMaking({ model: made, title: text, target: name })
                      }}
                    />
                  </Popover>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {data.total > data.lost.length && <p className="quiet">{strings.more(data.total - data.lost.length)}</p>}
      {making && (
        <NewEntry
          model={making.model}
          title={making.title}
          onMade={({ id }) => void mend(making.target, id)}
          onClose={() => setMaking(undefined)}
        />
      )}
    </section>
  )
}
