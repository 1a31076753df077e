import type { ContentModel } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { errorOf, sentence } from '../../api/client.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, Check, EmptyState, ErrorNote, Select, Skeleton, useToast } from '../../ui/index.ts'
import rooms from '../rooms/Rooms.module.css'
import { useContent } from '../session/context.ts'
import { type FormSettings, operations } from '../session/handles.ts'
import { formQuery } from '../session/reads.ts'
import { CommitField } from './CommitField.tsx'
import { CopyCode } from './CopyCode.tsx'
import { FormFields } from './FormFields.tsx'
import styles from './Forms.module.css'
import { Notifications } from './Notifications.tsx'
import * as strings from './strings.ts'

const admins: ReadonlySet<string> = new Set(['owner', 'admin'])

/** The part of a form that one save changes. */
export type FormChange = Partial<Omit<FormSettings, 'known' | 'html'>>

/** The form by which visitors send entries of a model: what it asks for, what follows, its limits, and whom it tells. */
export function ModelForm({ model }: { model: ContentModel }) {
  const { session, project } = useContent()
  const { show } = useToast()
  const { data: form, error } = useQuery(formQuery(project.id, model.id))
  const mayChange = admins.has(project.role)
  const save = async (change: FormChange) => {
    const answer = await session.run(operations.saveForm, { model: model.id, ...change })
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'content-form' })
  }
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={rooms.column}>
        <div className="row wrap gap-8">
          <h1 className="type-title">{strings.formOf(model.name)}</h1>
          <span className="grow" />
          <Link to={paths.content(project.id, { model: model.id })}>{strings.backTo(model.name)}</Link>
        </div>
        <p className="quiet">
          {strings.formHint} <Link to={paths.content(project.id, { room: 'submissions' })}>{strings.submissions}</Link>
        </p>
        {error && form === undefined ? (
          <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
        ) : form === undefined ? (
          <Skeleton height={160} radius={10} />
        ) : form === null ? (
          <EmptyState
            icon={<Inbox size={20} />}
            title={strings.noForm}
            actions={
              mayChange && (
                <Button variant="primary" onClick={() => void save({ open: true })}>
                  {strings.makeForm}
                </Button>
              )
            }
          >
            {mayChange ? strings.noFormHint : strings.onlyAdmins}
          </EmptyState>
        ) : (
          <Settings model={model} form={form} disabled={!mayChange} onSave={(change) => void save(change)} />
        )}
      </div>
    </main>
  )
}

interface SettingsProps {
  model: ContentModel
  form: FormSettings
  disabled: boolean
  onSave: (change: FormChange) => void
}

function Settings({ model, form, disabled, onSave }: SettingsProps) {
  const { project } = useContent()
  return (
    <>
      <fieldset className={rooms.section} disabled={disabled}>
        {disabled && <p className="quiet">{strings.onlyAdmins}</p>}
        <Check label={strings.open} checked={form.open} onChange={(open) => onSave({ open })} />
        <p className="quiet">{strings.openHint}</p>
      </fieldset>
      <FormFields model={model} form={form} disabled={disabled} onSave={onSave} />
      <fieldset className={rooms.section} disabled={disabled} aria-label={strings.afterwards}>
        <h2 className="type-heading">{strings.afterwards}</h2>
        {model.locales.length > 1 && (
          <Select
            label={strings.language}
            disabled={disabled}
            value={form.locale}
            options={model.locales.map((locale) => ({ value: locale, label: locale }))}
            onChange={(locale) => onSave({ locale })}
          />
        )}
        <CommitField
          label={strings.thankYouPage}
          hint={strings.thankYouPageHint}
          placeholder="/thanks/"
          value={form.next ?? ''}
          problemOf={(path) => (isSitePath(path) ? undefined : strings.notAPath)}
          onCommit={(next) => onSave({ next })}
        />
        <CommitField
          label={strings.message}
          hint={strings.messageHint}
          maxLength={1000}
          value={form.message ?? ''}
          onCommit={(message) => onSave({ message })}
        />
      </fieldset>
      <fieldset className={rooms.section} disabled={disabled} aria-label={strings.limits}>
        <h2 className="type-heading">{strings.limits}</h2>
        <div className={styles.pair}>
          <Limit
            label={strings.perMinute}
            most={60}
            value={form.perMinute}
            onSave={(perMinute) => onSave({ perMinute })}
          />
          <Limit
            label={strings.perMonth}
            most={100_000}
            value={form.perMonth}
            onSave={(perMonth) => onSave({ perMonth })}
          />
        </div>
        <p className="quiet">{strings.limitsHint}</p>
      </fieldset>
      <section className={rooms.section} aria-label={strings.onThePage}>
        <h2 className="type-heading">{strings.onThePage}</h2>
        <p className="quiet">{strings.onThePageHint}</p>
        <CopyCode label={strings.html} text={form.html} />
        <CopyCode label={strings.endpoint} text={`${location.origin}/api/forms/v1/${project.id}/${model.id}/submit`} />
      </section>
      {!disabled && <Notifications model={model.id} />}
    </>
  )
}

/** A path of the same site; empty for none. */
const isSitePath = (path: string): boolean => path === '' || (/^\/(?![/\\])/.test(path) && !path.includes('\\'))

interface LimitProps {
  label: string
  most: number
  value: number
  onSave: (value: number) => void
}

const Limit = ({ label, most, value, onSave }: LimitProps) => (
  <CommitField
    label={label}
    inputMode="numeric"
    value={String(value)}
    problemOf={(text) =>
      /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? undefined : strings.between(1, most)
    }
    onCommit={(text) => onSave(Number(text))}
  />
)
