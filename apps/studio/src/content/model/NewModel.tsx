import { domainPattern, type ModelKind, modelIdPattern, readyModels, slugOf } from '@atelier/content'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Check } from '../../ui/Check.tsx'
import { Button, ErrorNote, TextField } from '../../ui/index.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { FirstModel } from '../setup/FirstModel.tsx'
import styles from './Model.module.css'
import { mayDesign } from './mayDesign.ts'
import * as strings from './strings.ts'

const kinds: readonly ModelKind[] = ['collection', 'document', 'singleton', 'dictionary']

/** Makes a model: one's own, or one that is ready. */
export function NewModel({ overview }: { overview: ContentOverview }) {
  const { session, project, go } = useContent()
  const [name, setName] = useState('')
  const [ownId, setOwnId] = useState<string>()
  const [kind, setKind] = useState<ModelKind>('collection')
  const [domain, setDomain] = useState(overview.models[0]?.domain ?? 'site')
  const [i18n, setI18n] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ at: 'name' | 'id' | 'form'; message: string }>()
  const id = ownId ?? slugOf(name)
  const present = overview.models.map((model) => model.id)

  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError({ at: 'name', message: strings.modelNameMissing })
    if (!modelIdPattern.test(id)) return setError({ at: 'id', message: strings.modelIdWrong })
    if (present.includes(id)) return setError({ at: 'id', message: strings.modelIdTaken(id) })
    setBusy(true)
    setError(undefined)
    const title = { type: 'string', required: true, label: strings.firstField, order: 1 }
    const answer = await session.run(operations.saveModel, {
      id,
      name: name.trim(),
      kind,
      i18n,
      ...(domainPattern.test(domain.trim()) ? { domain: domain.trim() } : {}),
      ...(kind === 'dictionary' ? {} : { title_field: 'title', fields: { title } }),
    })
    setBusy(false)
    if (answer.ok) go({ model: id, room: 'model' })
    else setError({ at: 'form', message: sentence(answer.error) })
  }
  const errorAt = (at: 'name' | 'id') => (error?.at === at ? { error: error.message } : {})

  if (!mayDesign(project.role))
    return (
      <main className="grow min-h-0 overflow-auto bg-surface">
        <div className={styles.column}>
          <h1 className="break-anywhere type-title">{strings.newModel}</h1>
          <ErrorNote tone="info" title={strings.onlyAdmins} />
        </div>
      </main>
    )
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <div>
          <h1 className="break-anywhere type-title">{strings.newModel}</h1>
          <p className={styles.quiet}>{strings.newModelHint}</p>
        </div>
        <form className={styles.section} aria-label={strings.ownModel} onSubmit={make} noValidate>
          <h2 className="type-heading">{strings.ownModel}</h2>
          <fieldset className={styles.kinds} aria-label={strings.kind}>
            {kinds.map((each) => (
              <label key={each} className={styles.kind}>
                <input type="radio" name="kind" checked={each === kind} onChange={() => setKind(each)} />
                <span className="font-medium">{strings.kinds[each].name}</span>
                <span className={styles.quiet}>{strings.kinds[each].about}</span>
              </label>
            ))}
          </fieldset>
          <div className={styles.pair}>
            <TextField
              label={strings.modelName}
              value={name}
              autoComplete="off"
              {...errorAt('name')}
              onChange={(event) => {
                setName(event.currentTarget.value)
                setError(undefined)
              }}
            />
            <TextField
              label={strings.modelId}
              hint={strings.modelIdHint}
              value={id}
              mono
              autoComplete="off"
              {...errorAt('id')}
              onChange={(event) => {
                setOwnId(event.currentTarget.value)
                setError(undefined)
              }}
            />
            <TextField
              label={strings.domain}
              hint={strings.domainHint}
              value={domain}
              mono
              autoComplete="off"
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
          </div>
          <Check label={strings.translatedModel} hint={strings.translatedHint} checked={i18n} onChange={setI18n} />
          {error?.at === 'form' && <ErrorNote title={error.message} />}
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              {strings.createModel}
            </Button>
          </div>
        </form>
        <section className={styles.section} aria-label={strings.readyModels}>
          <h2 className="type-heading">{strings.readyModels}</h2>
          {readyModels.every((model) => present.includes(model.id)) ? (
            <p className={styles.quiet}>{strings.allAdded}</p>
          ) : (
            <FirstModel present={present} />
          )}
        </section>
      </div>
    </main>
  )
}
